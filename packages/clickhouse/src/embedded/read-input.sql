-- Until the standard input ends. `-` reads the descriptor itself; `/dev/stdin` would open it again, which fails: a Node parent's pipe is a
-- socket.
select * from file('-', 'LineAsString')
