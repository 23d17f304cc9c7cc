// Package serve shows the library in a browser and to programs: pages of HTML that are readable without scripts, and
// the HTTP API below /api/v1. It holds no logic of its own: package work does everything, and the records are those of
// the command line.
//
//	Options           what is served and to whom
//	Server            an http.Handler with everything; Serve runs it on listeners
//	guard             who may ask: names of hosts, tokens, headers
//	Pipe              answers a program that has started this one, such as the Python package
//	api/              the HTTP API for programs
//	page/             the pages, and their templates in page/html
//	static/           the files that pages load, under names that hold a hash of their content
//	script/           the TypeScript that the scripts of static are made of, and the bundler
//	internal/desk/    does what requests ask for, within bounds: the API and the pages both come to it
//	internal/problem/ errors as RFC 9457 has them
//
// # What a script finds
//
// {{static "app.js"}} in a page is the address of a file of static. A page loads one script, as a module: app.js to
// play, set.js to set a puzzle, list.js for lists and forms. It does nothing that the page does not offer without it,
// but for playing on the grid.
//
// A puzzle is drawn as
//
//	<div class="puzzle" data-puzzle="SHORT NOTATION" data-geometry="9" data-n="9" data-rows="9" data-cols="9" data-layers="1">
//	  <div class="layer"><div class="sheet"><table role="grid" aria-label="…" aria-rowcount="9" aria-colcount="9">
//	    <tr role="row">
//	      <td role="gridcell" class="cell given bt bl" data-cell="0" id="r1c1" aria-label="row 1 column 1, given 5">…
//
// with a layer for each layer of a cube. Classes of a cell: given, found (a digit that is no given), place (the digit
// that the step enters), pattern (the step argues with the cell); bt, br, bb and bl draw the border of a box or region
// at the top, right, bottom and left; extra shades the cells of diagonals and windows, soft is a cell that a soft clue
// limits. A digit is <span class="digit">5</span>. Candidates are <span class="marks k3"> with a <span class="m"
// data-digit="5"> for each digit of the geometry in order, k3 being the number of columns; a digit that is no candidate
// is an empty one, and one that the step strikes has the class strike, one that it places the class placed.
//
// The steps of a puzzle are <ol class="steps"> of <li data-step="1" value="1">, the current one with
// aria-current="step", each with a link ?…&step=n; the element with id "step" is a live region that says the current
// step in words.
//
// What scripts compute with is JSON in <script type="application/json" id="puzzle-data">, or "board-data" on the board:
// the board (its size, symbols, givens, soft clues, and houses as lists of cells, so that scripts know no geometry),
// the steps of the explanation as the API has them if the server knows them, and where the API is. A cell is 100 units
// wide in the SVG that lies over a table. A person's entries are in the fragment of the address, which no server sees:
// values=r1c2:3&corner=r1c4:2.5&….
package serve
