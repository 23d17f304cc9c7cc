-- Values of metrics that have no column of their own in the table grade are stored as they are, and never divided.

PRAGMA user_version = 8;

UPDATE metric SET divisor = 1 WHERE slot > 7 AND divisor IS NOT NULL;
