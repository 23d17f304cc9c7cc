PRAGMA application_id = 1937073263; PRAGMA user_version = 3;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO goose_db_version VALUES(1,0,1,'2026-11-21 19:12:51');
INSERT INTO goose_db_version VALUES(2,1,1,'2026-11-21 19:12:51');
INSERT INTO goose_db_version VALUES(3,2,1,'2026-11-21 19:12:51');
INSERT INTO goose_db_version VALUES(4,3,1,'2026-11-21 19:12:51');
CREATE TABLE verdict (
  code INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);
INSERT INTO verdict VALUES(0,'unknown');
INSERT INTO verdict VALUES(1,'solved');
INSERT INTO verdict VALUES(2,'unique');
INSERT INTO verdict VALUES(3,'multiple');
INSERT INTO verdict VALUES(4,'impossible');
INSERT INTO verdict VALUES(5,'timeout');
INSERT INTO verdict VALUES(6,'unsupported');
INSERT INTO verdict VALUES(7,'wrong');
INSERT INTO verdict VALUES(8,'crashed');
INSERT INTO verdict VALUES(9,'invalid');
CREATE TABLE geometry (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE,   -- canonical: head[:map]
  digits INTEGER NOT NULL,
  cells INTEGER NOT NULL,
  prefix TEXT NOT NULL,        -- what stands before the cells in a puzzle's notation: '', '6/2x3:'
  suffix TEXT NOT NULL         -- and after them: '', ':map'
);
INSERT INTO geometry VALUES(1,'9',9,81,'','');
INSERT INTO geometry VALUES(2,'4',4,16,'','');
INSERT INTO geometry VALUES(3,'5/j:1111122222333334444455555',5,25,'5/j:',':1111122222333334444455555');
INSERT INTO geometry VALUES(4,'9@ACHIMNORY',9,81,'9@ACHIMNORY:','');
CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,          -- file name, 'sample:quick', a generator's order
  sha256 TEXT NOT NULL,        -- of the file's bytes; '' where there is no file
  licence TEXT NOT NULL,
  imported_at INTEGER NOT NULL, -- Unix milliseconds
  UNIQUE (name, sha256)
);
INSERT INTO source VALUES(1,'a.csv','d708d0d5f0ebf7a01ba4b095c02dea29ee66abc0323248a254277def71e68255','',1795288371763);
INSERT INTO source VALUES(2,'b.txt','6ea1ae90f4c001937dddaeaeeab4ddd7bcdbefeddeb7417bdd1524ee04d69d38','',1795288371765);
INSERT INTO source VALUES(3,'a.csv','bcad80e4269f354eea82d85c8348b735af2b781cd707b30588c046070bd87c21','',1795288371792);
CREATE TABLE puzzle (
  id INTEGER PRIMARY KEY,
  geometry_id INTEGER NOT NULL REFERENCES geometry,
  cells NOT NULL,              -- BLOB of two cells a byte, or TEXT
  clues INTEGER NOT NULL,
  source_id INTEGER NOT NULL REFERENCES source,
  line INTEGER,                -- where it was seen first
  name TEXT,                   -- NULL: source:line
  comment TEXT,
  UNIQUE (cells, geometry_id)
);
INSERT INTO puzzle VALUES(1,1,X'5300700006001950000980000608000600034008030017000200060600002800004190050000800790',30,1,2,NULL,'a=1;b=2.5;c=3;d=-4;e=5e30;f=6;g=7;h=8;i=9.25;rating=4.2;word=nice');
INSERT INTO puzzle VALUES(2,1,X'0000000000000000000000000000000000000000000000000000000000000000000000000000000000',0,1,3,NULL,'a=1;b=2;c=3;d=4;e=5;f=6;g=7;h=8;i=9;rating=10;word=empty');
INSERT INTO puzzle VALUES(3,2,X'1030000000000000',2,2,1,NULL,NULL);
INSERT INTO puzzle VALUES(4,3,X'10000200000000000000000000',2,2,2,NULL,NULL);
INSERT INTO puzzle VALUES(5,2,'{12}..............{3:0.25,4:0.75}',0,2,3,NULL,NULL);
INSERT INTO puzzle VALUES(6,2,X'1000020000300004',4,2,4,NULL,NULL);
INSERT INTO puzzle VALUES(7,4,'A..CH.........................................................................IMN',6,2,5,NULL,NULL);
INSERT INTO puzzle VALUES(8,1,X'0000000000000030850010200000005070000040001000900000005000000730020100000000400090',17,2,6,NULL,NULL);
INSERT INTO puzzle VALUES(9,1,X'6001950005300700000980000608000600034008030017000200060600002800004190050000800790',30,2,7,NULL,NULL);
CREATE TABLE recurrence (      -- further lines that hold a puzzle already known
  source_id INTEGER NOT NULL REFERENCES source,
  line INTEGER NOT NULL,
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  PRIMARY KEY (source_id, puzzle_id, line)
) WITHOUT ROWID;
INSERT INTO recurrence VALUES(3,2,1);
INSERT INTO recurrence VALUES(3,3,2);
CREATE TABLE canonical (       -- equal keys: isomorphic puzzles, isomorphic solution grids
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  puzzle_key BLOB NOT NULL,
  solution_key BLOB
);
INSERT INTO canonical VALUES(1,X'3920000000000000000001000000000002000304010506000000020700000000000008000000000000000501000002030209070400000000000001060000090000000003040000070000020800090100040500',NULL);
INSERT INTO canonical VALUES(2,X'3920000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',NULL);
INSERT INTO canonical VALUES(3,X'342000000000000000000000000000010002',NULL);
INSERT INTO canonical VALUES(4,X'352f6a3a313131313132323232323333333333343434343435353535352000000000000000000000000000000000000000010000000002',NULL);
INSERT INTO canonical VALUES(5,X'736f6674207b31327d2e2e2e2e2e2e2e2e2e2e2e2e2e2e7b333a302e32352c343a302e37357d',NULL);
INSERT INTO canonical VALUES(6,X'342000000001000002000003000004000000',NULL);
INSERT INTO canonical VALUES(7,X'3920000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010203000000000000000000000000000000000000000004000506000000',NULL);
INSERT INTO canonical VALUES(8,X'3920000000000000000000000000000001000002000304000000000500000000000000030600000000000700000000010000000008000000000000000002000001000506030000000000000700000000000008',NULL);
INSERT INTO canonical VALUES(9,X'3920000000000000000001000000000002000304010506000000020700000000000008000000000000000501000002030209070400000000000001060000090000000003040000070000020800090100040500',NULL);
CREATE TABLE duplicate (
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  original_id INTEGER NOT NULL REFERENCES puzzle,
  reason TEXT NOT NULL
);
INSERT INTO duplicate VALUES(9,1,'isomorphic');
CREATE TABLE tag (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);
INSERT INTO tag VALUES(1,'kept');
CREATE TABLE puzzle_tag (
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  tag_id INTEGER NOT NULL REFERENCES tag,
  PRIMARY KEY (puzzle_id, tag_id)
) WITHOUT ROWID;
INSERT INTO puzzle_tag VALUES(1,1);
INSERT INTO puzzle_tag VALUES(2,1);
INSERT INTO puzzle_tag VALUES(3,1);
INSERT INTO puzzle_tag VALUES(4,1);
INSERT INTO puzzle_tag VALUES(5,1);
INSERT INTO puzzle_tag VALUES(6,1);
INSERT INTO puzzle_tag VALUES(7,1);
INSERT INTO puzzle_tag VALUES(8,1);
INSERT INTO puzzle_tag VALUES(9,1);
CREATE TABLE answer (          -- what all solvers together have found
  puzzle_id INTEGER PRIMARY KEY REFERENCES puzzle,
  verdict INTEGER NOT NULL REFERENCES verdict,
  disputed INTEGER NOT NULL,   -- 1: solvers contradict each other
  grid                         -- first solution found, packed as cells are
);
INSERT INTO answer VALUES(1,1,0,X'5346789126721953481983425678597614234268537917139248569615372842874196353452861790');
INSERT INTO answer VALUES(2,3,0,X'9384567127541286396127398548936725411469853272753419865298174634615932783872641950');
INSERT INTO answer VALUES(3,3,0,X'1234341221434321');
INSERT INTO answer VALUES(4,3,0,X'12345251343145243521542130');
INSERT INTO answer VALUES(5,3,0,X'1342243131244213');
INSERT INTO answer VALUES(6,3,0,X'1342421324313124');
INSERT INTO answer VALUES(7,3,0,'AMICHNOYROYRIMANHCNHCOYRAIMCAHNIMROYROYACHMNIINMROYCAHMINHACYROYROMNIHCAHCAYROIMN');
INSERT INTO answer VALUES(8,2,0,X'9876543212461739853519287461285376946348921577954618325192864734723195688637452190');
INSERT INTO answer VALUES(9,2,0,X'6721953485346789121983425678597614234268537917139248569615372842874196353452861790');
CREATE TABLE solution (        -- solutions beyond the first
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  grid NOT NULL,
  PRIMARY KEY (puzzle_id, grid)
) WITHOUT ROWID;
INSERT INTO solution VALUES(2,X'7396845121829576344652318792475981636137429859581632475764193288213754963948267510');
INSERT INTO solution VALUES(3,X'1234341223414123');
INSERT INTO solution VALUES(4,X'12345251343425141523534120');
INSERT INTO solution VALUES(5,X'1342243132144123');
INSERT INTO solution VALUES(6,X'1423324141322314');
INSERT INTO solution VALUES(7,'AMICHNOYROYRIMANHCNHCOYRAIMCAYNIMROHROHACYMNIINMROHCAYMINHACYROYROMNIHCAHCAYROIMN');
INSERT INTO solution VALUES(7,'ANOCHRMYIRCYAIMONHIMHNOYACRHYCRAONIMNRIHMCYOAOAMYNIHRCMONIRHCAYCIAMYNRHOYHROCAIMN');
INSERT INTO solution VALUES(7,'ANOCHRMYIRCYAIMONHIMHNOYACRYHCRAONIMNRIHMCYOAOAMYNIHRCMONIRHCAYCIAMYNRHOHYROCAIMN');
CREATE TABLE algorithm (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE    -- the plugin's id: 'entropybt'
);
INSERT INTO algorithm VALUES(1,'imported');
INSERT INTO algorithm VALUES(2,'entropybt');
INSERT INTO algorithm VALUES(3,'dlx');
INSERT INTO algorithm VALUES(4,'rules');
INSERT INTO algorithm VALUES(5,'redundancy');
INSERT INTO algorithm VALUES(6,'ga');
CREATE TABLE plugin (          -- an algorithm in one version with one choice of settings
  id INTEGER PRIMARY KEY,
  algorithm_id INTEGER NOT NULL REFERENCES algorithm,
  version TEXT NOT NULL,
  settings_hash TEXT NOT NULL, -- SHA-256 of settings
  settings TEXT NOT NULL,      -- JSON object, keys sorted
  title TEXT NOT NULL,
  licence TEXT NOT NULL,
  reference TEXT NOT NULL,
  complete INTEGER NOT NULL,
  first_used_at INTEGER NOT NULL,
  UNIQUE (algorithm_id, version, settings_hash)
);
INSERT INTO plugin VALUES(1,1,'a.csv','373180cf2121ab055591a6e40aca135718321f4fc8ef31a5bc42f0217835874b','{"source":1}','values that sources state','','',0,1795288371763);
INSERT INTO plugin VALUES(2,1,'a.csv','0c8a26c3b190b627cb328708d6235e29b52ef1c1de4ef68439e7da8bec40a45c','{"source":3}','values that sources state','','',0,1795288371792);
INSERT INTO plugin VALUES(3,2,'1.0.0','067fd98a5aa3a9687df905acefca49bf6ca32c4e466274d1176d92163d21f241','{"kernel":"auto","strategy":"entropy"}','Information-entropy backtracking','MIT','G. Zhai, J. Zhang: Solving Sudoku Puzzles Based on Customized Information Entropy, IJHIT 6(1), 2013',1,1795288371862);
INSERT INTO plugin VALUES(4,3,'0.1.0','44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a','{}','Dancing links','MIT','D. E. Knuth, Dancing Links, 2000; baseline G of Gunther & Moon 2012, Table I',1,1795288371912);
INSERT INTO plugin VALUES(5,4,'0.2.0','9b223c42bf6d13934d3b2e890a3c4f63d95aecc36aa44584daf3dc7d69c0ed0f','{"count":"","hodoku":false,"techniques":"se","up_to":12}','Human techniques','MIT','A. K. Maji, R. K. Pal, IJARCS 1(3), 2010; N. Juillerat, Sudoku Explainer 1.2.1',1,1795288372007);
INSERT INTO plugin VALUES(6,5,'1.0.0','3ef4edd673b37aa32b278ccbeb3aa5de132dce5003a5b939b7564478d7f1b8b4','{"bipart":"exact","bipart_nodes":5000000,"paper_starts":1000}','Redundancy of clues','MIT','Kranawetter & Geiger, A New Difficulty Metric For Sudoku, 2013',0,1795288372054);
INSERT INTO plugin VALUES(7,6,'1.0.0','2dce6730687c9204ad895c1dea95f1ce93cc6146df83575689b356eaae2ba5dc','{"coldest":-1,"crossover":-1,"duplicates":false,"elite":-1,"encoding":"auto","hottest":0.7,"local_search":"heat_bath","max_evaluations":-1,"mutation":-1,"objective":"entropy","patience":20,"population":-1,"propagation":"auto","renew_every":20,"renew_share":0.5,"renewed":"worst","restart_after":-1,"steps":200,"survival":"plus","tournament":-1,"variant":"memetic"}','genetic algorithm with entropy objective','MIT','Rodríguez-Vázquez 2018, doi:10.1145/3205651.3208786',0,1795288372193);
CREATE TABLE metric (
  id INTEGER PRIMARY KEY,
  algorithm_id INTEGER NOT NULL REFERENCES algorithm,
  slot INTEGER NOT NULL,       -- place in grade.numbers and grade.words
  name TEXT NOT NULL,
  unit TEXT NOT NULL,
  minimum REAL,
  maximum REAL,                -- NULL: unbounded
  higher_is_harder INTEGER NOT NULL,
  source TEXT NOT NULL,
  summary TEXT NOT NULL,
  UNIQUE (algorithm_id, slot),
  UNIQUE (algorithm_id, name)
);
INSERT INTO metric VALUES(1,1,0,'imported_a','',NULL,NULL,0,'column of an imported file','as the source states it');
INSERT INTO metric VALUES(2,1,1,'imported_b','',NULL,NULL,0,'column of an imported file','as the source states it');
INSERT INTO metric VALUES(3,1,2,'imported_c','',NULL,NULL,0,'column of an imported file','as the source states it');
INSERT INTO metric VALUES(4,1,3,'imported_d','',NULL,NULL,0,'column of an imported file','as the source states it');
INSERT INTO metric VALUES(5,1,4,'imported_e','',NULL,NULL,0,'column of an imported file','as the source states it');
INSERT INTO metric VALUES(6,1,5,'imported_f','',NULL,NULL,0,'column of an imported file','as the source states it');
INSERT INTO metric VALUES(7,1,6,'imported_g','',NULL,NULL,0,'column of an imported file','as the source states it');
INSERT INTO metric VALUES(8,1,7,'imported_h','',NULL,NULL,0,'column of an imported file','as the source states it');
INSERT INTO metric VALUES(9,1,8,'imported_i','',NULL,NULL,0,'column of an imported file','as the source states it');
INSERT INTO metric VALUES(10,1,9,'imported_rating','',NULL,NULL,0,'column of an imported file','as the source states it');
INSERT INTO metric VALUES(11,2,0,'information_entropy','',0.0,1.0,1,'Zhai & Zhang 2013, Def. 2','candidates of all empty cells over digits times cells');
INSERT INTO metric VALUES(12,2,1,'empty_cells','cells',0.0,NULL,1,'Maji & Pal 2010, Table 1','cells that are not given');
INSERT INTO metric VALUES(13,4,0,'se','',1.0,12.0,1,'Sudoku Explainer 1.2.1, ER','rating of the hardest step; the label is its technique');
INSERT INTO metric VALUES(14,4,1,'se_ep','',1.0,12.0,1,'Sudoku Explainer 1.2.1, EP (pearl)','hardest step up to and including the first that places a digit');
INSERT INTO metric VALUES(15,4,2,'se_ed','',1.0,12.0,1,'Sudoku Explainer 1.2.1, ED (diamond)','rating of the first step');
INSERT INTO metric VALUES(16,4,3,'se_reached','',0.0,12.0,1,'Sudoku Explainer 1.2.1','hardest step before the ladder ended, for puzzles beyond it (label beyond), which have no se');
INSERT INTO metric VALUES(17,4,4,'techniques','',1.0,100.0,0,'Sudoku Explainer 1.2.1, the steps behind se','how many techniques its ladder used; the label lists them in its order, joined by commas');
INSERT INTO metric VALUES(18,4,5,'hodoku','',0.0,NULL,1,'HoDoKu 2.2 (B. Hobiger), default scores','sum of the scores of HoDoKu''s steps; the label is its level');
INSERT INTO metric VALUES(19,4,6,'human_seconds','s',0.0,NULL,1,'fitted on people''s mean times for 800 puzzles','time that people are likely to take over a 9×9 puzzle; the label is human_level''s');
INSERT INTO metric VALUES(20,4,7,'human_level','',1.0,5.0,1,'human_seconds, in fifths of the same puzzles','1 gentle, 2 light, 3 moderate, 4 demanding, 5 hard');
INSERT INTO metric VALUES(21,4,8,'maji_level','',0.0,5.0,1,'Maji & Pal 2010, Table 1','level by empty cells: 1 for 40-45, 2 to 49, 3 to 53, 4 to 58; 0 below, 5 above');
INSERT INTO metric VALUES(22,5,0,'r_average','',0.0,NULL,0,'Kranawetter & Geiger, A New Difficulty Metric For Sudoku, 2013, eq. 2','sum over clues of the places that it and another clue cover, by places covered');
INSERT INTO metric VALUES(23,5,1,'r_average_mean','',0.0,1.0,0,'Kranawetter & Geiger, A New Difficulty Metric For Sudoku, 2013, eq. 2 as an average','share of a clue''s coverage that another clue covers too');
INSERT INTO metric VALUES(24,5,2,'r_ge2','',0.0,1.0,0,'Kranawetter & Geiger, A New Difficulty Metric For Sudoku, 2013, eq. 5','share of the places covered that at least two statements cover');
INSERT INTO metric VALUES(25,5,3,'r_ge2_clues','',0.0,1.0,0,'Kranawetter & Geiger, A New Difficulty Metric For Sudoku, 2013, eq. 5 with clues for statements','share of the places covered that at least two clues cover');
INSERT INTO metric VALUES(26,5,4,'r_bipart','',0.0,1.0,0,'Kranawetter & Geiger, A New Difficulty Metric For Sudoku, 2013, eq. 3, exact','share of the places covered that both parts of the best bipartition cover');
INSERT INTO metric VALUES(27,5,5,'r_bipart_bound','',0.0,1.0,0,'Kranawetter & Geiger, A New Difficulty Metric For Sudoku, 2013, eq. 3','no bipartition reaches more; equal to r_bipart where that is proved to be the maximum');
INSERT INTO metric VALUES(28,5,6,'r_bipart_paper','',0.0,1.0,0,'Kranawetter & Geiger, A New Difficulty Metric For Sudoku, 2013, procedure BiPartMax','the paper''s heuristic for r_bipart');
CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  command TEXT NOT NULL,       -- 'run', 'bench', 'solve --save'
  state TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'failed', 'done')),
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  version TEXT NOT NULL,       -- of sudokuctl
  git_commit TEXT NOT NULL,
  go_version TEXT NOT NULL,
  os TEXT NOT NULL,
  cpu TEXT NOT NULL,
  cores INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  options TEXT NOT NULL,       -- JSON object
  selection TEXT NOT NULL      -- JSON object: which puzzles
);
INSERT INTO run VALUES(1,'import','done',1795288371764,NULL,'(devel)','','go1.26.8','linux/amd64','a processor',2,0,'null','{"sources":[1]}');
INSERT INTO run VALUES(2,'import','done',1795288371793,NULL,'(devel)','','go1.26.8','linux/amd64','a processor',2,0,'null','{"sources":[3]}');
INSERT INTO run VALUES(3,'run','done',1795288371820,1795288372064,'(devel)','','go1.26.8','linux/amd64','a processor',2,1,'{"database":"o.db","graders":["entropybt","rules","redundancy"],"input":["b.txt"],"jobs":0,"limit":2,"solvers":["entropybt","dlx"],"timeout":"5s"}','{"sources":[2]}');
INSERT INTO run VALUES(4,'solve','done',1795288372108,1795288372227,'(devel)','','go1.26.8','linux/amd64','a processor',2,1,'{"database":"o.db","graders":[],"input":["sample:quick"],"jobs":0,"limit":2,"solvers":["ga"],"timeout":"200ms"}','{"sources":[3]}');
CREATE TABLE task (            -- what one plugin does in a run
  id INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES run,
  plugin_id INTEGER NOT NULL REFERENCES plugin,
  kind TEXT NOT NULL CHECK (kind IN ('solve', 'grade')),
  max_solutions INTEGER NOT NULL, -- 0: all
  timeout_ms INTEGER NOT NULL, -- 0: none
  origin TEXT NOT NULL,        -- 'bundled' or the path of the binary
  sha256 TEXT NOT NULL,        -- of the binary
  wall_ns INTEGER NOT NULL DEFAULT 0,
  cpu_ns INTEGER NOT NULL DEFAULT 0,
  rss_max_bytes INTEGER NOT NULL DEFAULT 0,
  UNIQUE (run_id, plugin_id, kind, max_solutions)
);
INSERT INTO task VALUES(1,1,1,'grade',0,0,'a.csv','d708d0d5f0ebf7a01ba4b095c02dea29ee66abc0323248a254277def71e68255',0,0,0);
INSERT INTO task VALUES(2,2,2,'grade',0,0,'a.csv','bcad80e4269f354eea82d85c8348b735af2b781cd707b30588c046070bd87c21',0,0,0);
INSERT INTO task VALUES(3,3,3,'solve',2,5000,'bundled','040455abcd4f9b38e15a3a6d837318e7862d78501d57c8a380cc6fe147b61f2e',5047294,0,26341376);
INSERT INTO task VALUES(4,3,4,'solve',2,5000,'bundled','040455abcd4f9b38e15a3a6d837318e7862d78501d57c8a380cc6fe147b61f2e',7284714,0,26533888);
INSERT INTO task VALUES(5,3,3,'grade',0,5000,'bundled','040455abcd4f9b38e15a3a6d837318e7862d78501d57c8a380cc6fe147b61f2e',8103118,0,26251264);
INSERT INTO task VALUES(6,3,5,'grade',0,5000,'bundled','040455abcd4f9b38e15a3a6d837318e7862d78501d57c8a380cc6fe147b61f2e',3618570,0,26759168);
INSERT INTO task VALUES(7,3,6,'grade',0,5000,'bundled','040455abcd4f9b38e15a3a6d837318e7862d78501d57c8a380cc6fe147b61f2e',5616165,10000000,26284032);
INSERT INTO task VALUES(8,4,7,'solve',2,200,'bundled','040455abcd4f9b38e15a3a6d837318e7862d78501d57c8a380cc6fe147b61f2e',30418545,30000000,31334400);
CREATE TABLE chunk (           -- rows that were saved together
  id INTEGER PRIMARY KEY,
  task_id INTEGER NOT NULL REFERENCES task,
  saved_at INTEGER NOT NULL,
  puzzles INTEGER NOT NULL
);
INSERT INTO chunk VALUES(1,1,1795288371764,2);
INSERT INTO chunk VALUES(2,2,1795288371794,2);
INSERT INTO chunk VALUES(3,3,1795288371868,7);
INSERT INTO chunk VALUES(4,4,1795288371920,7);
INSERT INTO chunk VALUES(5,5,1795288371967,7);
INSERT INTO chunk VALUES(6,6,1795288372012,7);
INSERT INTO chunk VALUES(7,7,1795288372061,7);
INSERT INTO chunk VALUES(8,2,1795288372105,2);
INSERT INTO chunk VALUES(9,8,1795288372222,2);
CREATE TABLE result (
  plugin_id INTEGER NOT NULL REFERENCES plugin,
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  chunk_id INTEGER NOT NULL REFERENCES chunk,
  verdict INTEGER NOT NULL REFERENCES verdict,
  found INTEGER NOT NULL,      -- solutions found
  self_ns INTEGER NOT NULL,
  guesses INTEGER NOT NULL,
  measures TEXT,               -- JSON object, NULL where there are none
  error TEXT,
  PRIMARY KEY (plugin_id, puzzle_id, chunk_id)
) WITHOUT ROWID;
INSERT INTO result VALUES(3,3,3,3,2,31098,6,NULL,NULL);
INSERT INTO result VALUES(3,4,3,3,2,46970,11,NULL,NULL);
INSERT INTO result VALUES(3,5,3,3,2,9072,7,NULL,NULL);
INSERT INTO result VALUES(3,6,3,3,2,7219,2,NULL,NULL);
INSERT INTO result VALUES(3,7,3,3,2,17076,37,NULL,NULL);
INSERT INTO result VALUES(3,8,3,2,1,3120,0,NULL,NULL);
INSERT INTO result VALUES(3,9,3,2,1,385,0,NULL,NULL);
INSERT INTO result VALUES(4,3,4,3,2,53936,5,'{"nodes":18}',NULL);
INSERT INTO result VALUES(4,4,4,3,2,40405,10,'{"nodes":35}',NULL);
INSERT INTO result VALUES(4,5,4,3,2,8176,6,'{"nodes":20}',NULL);
INSERT INTO result VALUES(4,6,4,3,2,7106,1,'{"nodes":24}',NULL);
INSERT INTO result VALUES(4,7,4,3,2,220821,41,'{"nodes":79}',NULL);
INSERT INTO result VALUES(4,8,4,2,1,182479,0,'{"nodes":64}',NULL);
INSERT INTO result VALUES(4,9,4,2,1,40382,0,'{"nodes":51}',NULL);
INSERT INTO result VALUES(7,1,9,1,1,146574,0,'{"evaluations":1,"generations":0,"restarts":0,"best_entropy":59.32506362814456}','gave up');
INSERT INTO result VALUES(7,2,9,3,2,21805858,0,'{"evaluations":402,"generations":1,"restarts":0,"best_entropy":59.32506362814456}',NULL);
CREATE TABLE grade (
  algorithm_id INTEGER NOT NULL REFERENCES algorithm,
  puzzle_id INTEGER NOT NULL REFERENCES puzzle,
  plugin_id INTEGER NOT NULL REFERENCES plugin,
  chunk_id INTEGER NOT NULL REFERENCES chunk,
  superseded INTEGER NOT NULL, -- 1: a later grade of the same algorithm exists
  numbers TEXT NOT NULL,       -- JSON array: a number or null for each metric.slot
  words TEXT,                  -- JSON object, label by slot, NULL where there are none
  error TEXT,
  PRIMARY KEY (algorithm_id, puzzle_id, plugin_id)
) WITHOUT ROWID;
INSERT INTO grade VALUES(1,1,1,1,1,'[1,2.5,3,-4,5e+30,6,7,8,9.25,4.2]',NULL,NULL);
INSERT INTO grade VALUES(1,1,2,8,0,'[1,2.5,3,-4,5e+30,6,7,8,9.25,4.7]',NULL,NULL);
INSERT INTO grade VALUES(1,2,1,1,1,'[1,2,3,4,5,6,7,8,9,10]',NULL,NULL);
INSERT INTO grade VALUES(1,2,2,8,0,'[1,2,3,4,5,6,7,8,9,10]',NULL,NULL);
INSERT INTO grade VALUES(2,3,3,5,0,'[0.6875,14]',NULL,NULL);
INSERT INTO grade VALUES(2,4,3,5,0,'[0.808,23]',NULL,NULL);
INSERT INTO grade VALUES(2,5,3,5,0,'[0.9375,16]',NULL,NULL);
INSERT INTO grade VALUES(2,6,3,5,0,'[0.375,12]',NULL,NULL);
INSERT INTO grade VALUES(2,7,3,5,0,'[0.7777777777777778,75]',NULL,NULL);
INSERT INTO grade VALUES(2,8,3,5,0,'[0.4156378600823045,64]',NULL,NULL);
INSERT INTO grade VALUES(2,9,3,5,0,'[0.20987654320987653,51]',NULL,NULL);
INSERT INTO grade VALUES(4,3,5,6,0,'[]',NULL,'unsupported');
INSERT INTO grade VALUES(4,4,5,6,0,'[]',NULL,'unsupported');
INSERT INTO grade VALUES(4,5,5,6,0,'[]',NULL,'unsupported');
INSERT INTO grade VALUES(4,6,5,6,0,'[]',NULL,'unsupported');
INSERT INTO grade VALUES(4,7,5,6,0,'[null,null,null,null,null,null,null,null,5]','{"8":"above"}',NULL);
INSERT INTO grade VALUES(4,8,5,6,0,'[2.3,1.2,1.2,null,6,null,753,5,5]','{"0":"naked_single","4":"last_cell,hidden_single_box,hidden_single,direct_pointing,direct_hidden_pair,naked_single","6":"hard","7":"hard","8":"above"}',NULL);
INSERT INTO grade VALUES(4,9,5,6,0,'[1.2,1.2,1.2,null,2,null,221,1,3]','{"0":"hidden_single_box","4":"last_cell,hidden_single_box","6":"gentle","7":"gentle","8":"3"}',NULL);
INSERT INTO grade VALUES(5,3,6,7,0,'[0.2222222222222222,0.2,0.3333333333333333,0.1111111111111111,0.1111111111111111,0.1111111111111111]','{"4":"exact"}',NULL);
INSERT INTO grade VALUES(5,4,6,7,0,'[0.18181818181818182,0.16666666666666666,0.45454545454545453,0.09090909090909091,0.09090909090909091,0.09090909090909091]','{"4":"exact"}',NULL);
INSERT INTO grade VALUES(5,5,6,7,0,'[]',NULL,'unsupported');
INSERT INTO grade VALUES(5,6,6,7,0,'[0.2222222222222222,0.2,0.3333333333333333,0.1111111111111111,0.1111111111111111,0.1111111111111111]','{"4":"exact"}',NULL);
INSERT INTO grade VALUES(5,7,6,7,0,'[0.15384615384615385,0.14285714285714285,0.1794871794871795,0.07692307692307693,0.05128205128205128,0.05128205128205128]','{"4":"exact"}',NULL);
INSERT INTO grade VALUES(5,8,6,7,0,'[0.3105134474327628,0.2668067226890756,0.2885085574572127,0.1466992665036675,0.1295843520782396,0.1295843520782396]','{"4":"exact"}',NULL);
INSERT INTO grade VALUES(5,9,6,7,0,'[0.9945054945054945,0.6464285714285715,0.5567765567765568,0.45604395604395603,0.3516483516483517,0.3516483516483517]','{"4":"exact"}',NULL);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('goose_db_version',4);
CREATE INDEX puzzle_clues ON puzzle (clues);
CREATE INDEX puzzle_source ON puzzle (source_id);
CREATE INDEX canonical_puzzle_key ON canonical (puzzle_key);
CREATE INDEX puzzle_tag_tag ON puzzle_tag (tag_id, puzzle_id);
CREATE INDEX answer_verdict ON answer (verdict) WHERE verdict <> 2;
CREATE INDEX answer_disputed ON answer (puzzle_id) WHERE disputed = 1;
CREATE INDEX metric_name ON metric (name);
CREATE INDEX chunk_task ON chunk (task_id);
CREATE VIEW puzzles AS
SELECT
  p.id,
  g.prefix || CASE typeof(p.cells)
    WHEN 'blob' THEN replace(substr(hex(p.cells), 1, g.cells), '0', '.') ELSE p.cells END || g.suffix AS puzzle,
  g.text AS geometry,
  p.clues,
  coalesce((SELECT name FROM verdict WHERE code = a.verdict), 'unknown') AS verdict,
  coalesce(a.disputed, 0) AS disputed,
  CASE typeof(a.grid) WHEN 'blob' THEN substr(hex(a.grid), 1, g.cells) ELSE a.grid END AS solution,
  coalesce(p.name, s.name || coalesce(':' || p.line, '')) AS name,
  s.name AS source,
  p.line,
  s.licence,
  (SELECT group_concat(t.name, ' ') FROM puzzle_tag pt JOIN tag t ON t.id = pt.tag_id
    WHERE pt.puzzle_id = p.id) AS tags,
  d.original_id AS duplicate_of,
  p.comment
FROM puzzle p
JOIN geometry g ON g.id = p.geometry_id
JOIN source s ON s.id = p.source_id
LEFT JOIN answer a ON a.puzzle_id = p.id
LEFT JOIN duplicate d ON d.puzzle_id = p.id;
CREATE VIEW solutions AS
SELECT p.id AS puzzle_id,
  CASE typeof(f.grid) WHEN 'blob' THEN substr(hex(f.grid), 1, g.cells) ELSE f.grid END AS solution
FROM (SELECT puzzle_id, grid FROM answer WHERE grid IS NOT NULL
      UNION ALL SELECT puzzle_id, grid FROM solution) f
JOIN puzzle p ON p.id = f.puzzle_id
JOIN geometry g ON g.id = p.geometry_id;
CREATE VIEW plugins AS
SELECT pl.id, al.name AS plugin, pl.version, pl.settings, pl.settings_hash, pl.title, pl.complete, pl.licence,
  pl.reference, datetime(pl.first_used_at / 1000, 'unixepoch') AS first_used
FROM plugin pl JOIN algorithm al ON al.id = pl.algorithm_id;
CREATE VIEW results AS
SELECT r.puzzle_id, pl.plugin, pl.version, pl.settings_hash, t.run_id AS run, v.name AS verdict, r.found,
  r.self_ns, r.guesses, r.measures, r.error, t.max_solutions, t.timeout_ms, t.origin,
  datetime(c.saved_at / 1000, 'unixepoch') AS time
FROM result r
JOIN plugins pl ON pl.id = r.plugin_id
JOIN verdict v ON v.code = r.verdict
JOIN chunk c ON c.id = r.chunk_id
JOIN task t ON t.id = c.task_id;
CREATE VIEW timings AS
SELECT puzzle_id, plugin, version, settings_hash, run, verdict, self_ns, guesses, time FROM results
WHERE verdict NOT IN ('unsupported', 'crashed');
CREATE VIEW grade_history AS
SELECT g.puzzle_id, m.name AS metric, n.value, json_extract(g.words, '$."' || n.key || '"') AS label,
  pl.plugin, pl.version, pl.settings_hash, t.run_id AS run,
  datetime(c.saved_at / 1000, 'unixepoch') AS time, g.superseded
FROM grade g
JOIN json_each(g.numbers) n ON n.type <> 'null'
JOIN metric m ON m.algorithm_id = g.algorithm_id AND m.slot = n.key
JOIN plugins pl ON pl.id = g.plugin_id
JOIN chunk c ON c.id = g.chunk_id
JOIN task t ON t.id = c.task_id;
CREATE VIEW grades AS
SELECT puzzle_id, metric, value, label, plugin, version, settings_hash, run, time FROM grade_history
WHERE superseded = 0;
CREATE VIEW metrics AS
SELECT m.name AS metric, al.name AS plugin, m.unit, m.minimum, m.maximum, m.higher_is_harder, m.source, m.summary
FROM metric m JOIN algorithm al ON al.id = m.algorithm_id;
CREATE VIEW runs AS
SELECT r.id, r.command, r.state, datetime(r.started_at / 1000, 'unixepoch') AS started,
  datetime(r.ended_at / 1000, 'unixepoch') AS ended, (r.ended_at - r.started_at) / 1000.0 AS seconds,
  r.version, r.git_commit, r.go_version, r.os, r.cpu, r.cores, r.seed, r.options, r.selection
FROM run r;
CREATE VIEW tasks AS
SELECT t.run_id AS run, pl.plugin, pl.version, pl.settings_hash, t.kind, t.max_solutions, t.timeout_ms, t.origin,
  t.sha256, (SELECT coalesce(sum(c.puzzles), 0) FROM chunk c WHERE c.task_id = t.id) AS puzzles,
  t.wall_ns, t.cpu_ns, t.rss_max_bytes
FROM task t JOIN plugins pl ON pl.id = t.plugin_id;
CREATE VIEW disagreements AS
SELECT r.puzzle_id, r.plugin, r.version, r.run, r.verdict, r.found, r.max_solutions
FROM answer a JOIN results r ON r.puzzle_id = a.puzzle_id
WHERE a.disputed = 1;
CREATE VIEW tags AS
SELECT t.name AS tag, count(pt.puzzle_id) AS puzzles
FROM tag t LEFT JOIN puzzle_tag pt ON pt.tag_id = t.id GROUP BY t.id;
CREATE VIEW sources AS
SELECT s.id, s.name, s.sha256, s.licence, datetime(s.imported_at / 1000, 'unixepoch') AS imported,
  (SELECT count(*) FROM puzzle p WHERE p.source_id = s.id) AS puzzles,
  (SELECT count(*) FROM recurrence q WHERE q.source_id = s.id) AS recurrences
FROM source s;
CREATE VIEW library AS SELECT p.*,
  json_extract(g1.numbers, '$[0]') AS "imported_a",
  json_extract(g1.numbers, '$[1]') AS "imported_b",
  json_extract(g1.numbers, '$[2]') AS "imported_c",
  json_extract(g1.numbers, '$[3]') AS "imported_d",
  json_extract(g1.numbers, '$[4]') AS "imported_e",
  json_extract(g1.numbers, '$[5]') AS "imported_f",
  json_extract(g1.numbers, '$[6]') AS "imported_g",
  json_extract(g1.numbers, '$[7]') AS "imported_h",
  json_extract(g1.numbers, '$[8]') AS "imported_i",
  json_extract(g1.numbers, '$[9]') AS "imported_rating",
  json_extract(g2.numbers, '$[0]') AS "information_entropy",
  json_extract(g2.numbers, '$[1]') AS "empty_cells",
  json_extract(g4.numbers, '$[0]') AS "se",
  json_extract(g4.numbers, '$[1]') AS "se_ep",
  json_extract(g4.numbers, '$[2]') AS "se_ed",
  json_extract(g4.numbers, '$[3]') AS "se_reached",
  json_extract(g4.numbers, '$[4]') AS "techniques",
  json_extract(g4.numbers, '$[5]') AS "hodoku",
  json_extract(g4.numbers, '$[6]') AS "human_seconds",
  json_extract(g4.numbers, '$[7]') AS "human_level",
  json_extract(g4.numbers, '$[8]') AS "maji_level",
  json_extract(g5.numbers, '$[0]') AS "r_average",
  json_extract(g5.numbers, '$[1]') AS "r_average_mean",
  json_extract(g5.numbers, '$[2]') AS "r_ge2",
  json_extract(g5.numbers, '$[3]') AS "r_ge2_clues",
  json_extract(g5.numbers, '$[4]') AS "r_bipart",
  json_extract(g5.numbers, '$[5]') AS "r_bipart_bound",
  json_extract(g5.numbers, '$[6]') AS "r_bipart_paper"
FROM puzzles p
LEFT JOIN grade g1 ON g1.algorithm_id = 1 AND g1.puzzle_id = p.id AND g1.superseded = 0
LEFT JOIN grade g2 ON g2.algorithm_id = 2 AND g2.puzzle_id = p.id AND g2.superseded = 0
LEFT JOIN grade g4 ON g4.algorithm_id = 4 AND g4.puzzle_id = p.id AND g4.superseded = 0
LEFT JOIN grade g5 ON g5.algorithm_id = 5 AND g5.puzzle_id = p.id AND g5.superseded = 0;
CREATE INDEX grade_metric_13 ON grade (algorithm_id, json_extract(numbers, '$[0]'))
				WHERE algorithm_id = 4 AND superseded = 0;
COMMIT;
