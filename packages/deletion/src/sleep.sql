select sleepEachRow(1) from numbers(1000000)
