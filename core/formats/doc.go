// Package formats reads and writes puzzle files.
//
// Read recognises what it reads by content, so that a file needs no suffix. Lines that are no puzzle each are judged
// together, as a block of bounded length: it is decided how many grids they are before any of them is read as a row. A
// file may mix blocks and what fits on one line: puzzles in short notation, bank records, links, JSON objects. A table
// (CSV or TSV with a header), a JSON document and an XML document take the rest of their file.
//
//	line        one puzzle in short notation a line, also .sdm; text behind it is a comment
//	bank        sha1[:12] 81digits rating
//	hodoku      :code:candidates:81digits:deleted:eliminations:placements: of HoDoKu's libraries, + before a placed digit
//	link        …sudokuwiki.org/sudoku.htm?bd=81digits
//	jsonl       {"puzzle":…, "geometry":…, "solution":…, "grades":{…}, "tags":[…]}
//	csv         records whose column puzzle, quizzes, question … holds puzzles, or whichever column does; comma, semicolon or tab
//	sdk         [Puzzle], or lines #A author … #L level, then one row a line
//	json        an array of rows, cells, grids, texts or records
//	grid        rows with or without | - + art around them, also .ss, Markdown tables and what spreadsheets write
//	candidates  rows of pencil marks, one group a cell, also .sdx where u stands before a placed digit
//	opensudoku  <opensudoku> … <game data="81digits"/> …
//	sdku        <Sudoku> with a <Cell> for each cell
//	solo        game IDs of Simon Tatham's Solo, 3x3k:…
//	f-puzzles   {"size":9, "grid":[[{}, …], …], "thermometer":…}, and links of f-puzzles and SudokuPad
//	sudokupad   SudokuPad's own JSON and links
//	iss         .Cage~15~R1C1~R1C2… of Interactive Sudoku Solver, and its addresses
//	killer      81 characters, <^>v pointing towards the sums of cages
//	sudocue     3x3::k:numbers of cells
//
// A Record is a puzzle and what its file says of it. Nothing is guessed: pencil marks that the givens imply are
// dropped, others become soft clues; a solution is a claim until sudoku.Verify has seen it. A puzzle of another program
// that has more than is understood yields what is understood beside an *IncompleteError; Lenient takes it for a record.
//
// A file may be compressed with gzip; other packed files are recognised and refused.
//
// Memory is constant whatever the input: lines and XML elements are bounded at 4 MiB, nesting at 32 levels,
// and an XML document cannot define entities.
package formats
