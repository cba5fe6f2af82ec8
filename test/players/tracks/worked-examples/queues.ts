/** Worked examples: queues, delays and ends of tracks. See `read.ts` for the form. */
export default `
W6 Queue with delays: delay 0, delay -0.25 (behind a one-shot), delay 0.75 (behind a loop); default mix 0.25
mix 0.25
steps apply 0.125
at 0: set(0, P10, once) → A; add(0, P20, once, delay 0) → B; add(0, P40, loop, delay -0.25) → C; add(0, P80, loop, delay 0.75) → D
rules 4.2 4.3
0 | A 0; B 0 (delay 0.75), mix 0/0.25; C 0 (delay 0.5), mix 0/0.25; D 0 (delay 0.75), mix 0/0.25 | P10 1 first in | b.x 10 | A start
0.875 | A 0.875; B 0.125, mix 0.125/0.25; C 0 (delay 0.5), mix 0/0.25; D 0 (delay 0.75), mix 0/0.25 | P10 1 setup out; P20 0.5 first in | b.x 15 | A interrupt; B start
1 | A 1; B 0.25, mix 0.25/0.25; C 0 (delay 0.5), mix 0/0.25; D 0 (delay 0.75), mix 0/0.25 | P10 1 setup out; P20 1 first in | b.x 20 | A complete
1.125 | B 0.375, mix 0.25/0.25; C 0 (delay 0.5), mix 0/0.25; D 0 (delay 0.75), mix 0/0.25 | P20 1 first in | b.x 20 | A end; A dispose
1.375 | B 0.625, mix 0.25/0.25; C 0.125, mix 0.125/0.25; D 0 (delay 0.75), mix 0/0.25 | P20 1 setup out; P40 0.5 first in | b.x 30 | B interrupt; C start
1.5 | B 0.75, mix 0.25/0.25; C 0.25, mix 0.25/0.25; D 0 (delay 0.75), mix 0/0.25 | P20 1 setup out; P40 1 first in | b.x 40 |
1.625 | C 0.375, mix 0.25/0.25; D 0 (delay 0.75), mix 0/0.25 | P40 1 first in | b.x 40 | B end; B dispose
2.125 | C 0.875, mix 0.25/0.25; D 0.125, mix 0.125/0.25 | P40 1 setup out; P80 0.5 first in | b.x 60 | C interrupt; D start
2.25 | C 1, mix 0.25/0.25; D 0.25, mix 0.25/0.25 | P40 1 setup out; P80 1 first in | b.x 80 | C complete

W15 Fade in from empty, queued fade out to empty
steps apply 0.125
at 0: setEmpty(0, 0) → E; add(0, P20, once, delay 0.25) → A mixDuration=0.5; addEmpty(0, 0.25, delay 0) → F
rules 4.2 4.3
0 | E 0; A 0 (delay 0.25), mix 0/0.5; F 0 (delay 0.75), mix 0/0.25 | none | b.x 0 | E start; E complete
0.125 | E 0.125; A 0 (delay 0.25), mix 0/0.5; F 0 (delay 0.75), mix 0/0.25 | none | b.x 0 |
0.25 | E 0.25; A 0 (delay 0.25), mix 0/0.5; F 0 (delay 0.75), mix 0/0.25 | none | b.x 0 |
0.375 | E 0.375; A 0.125, mix 0.125/0.5; F 0 (delay 0.75), mix 0/0.25 | P20 0.25 setup in | b.x 5 | E interrupt; A start
0.5 | E 0.5; A 0.25, mix 0.25/0.5; F 0 (delay 0.75), mix 0/0.25 | P20 0.5 setup in | b.x 10 |
0.625 | E 0.625; A 0.375, mix 0.375/0.5; F 0 (delay 0.75), mix 0/0.25 | P20 0.75 setup in | b.x 15 |
0.75 | E 0.75; A 0.5, mix 0.5/0.5; F 0 (delay 0.75), mix 0/0.25 | P20 1 first in | b.x 20 |
0.875 | A 0.625, mix 0.5/0.5; F 0 (delay 0.75), mix 0/0.25 | P20 1 first in | b.x 20 | E end; E dispose
1 | A 0.75, mix 0.5/0.5; F 0 (delay 0.75), mix 0/0.25 | P20 1 first in | b.x 20 |
1.125 | A 0.875, mix 0.5/0.5; F 0.125, mix 0.125/0.25 | P20 0.5 setup out | b.x 10 | A interrupt; F start; F complete
1.25 | A 1, mix 0.5/0.5; F 0.25, mix 0.25/0.25 | P20 0 setup out | b.x 0 | A complete
1.375 | F 0.375, mix 0.25/0.25 | none | b.x 0 | A end; A dispose
1.5 |  | none | b.x 0 | F end; F dispose
1.625 |  | none | b.x 0 |
1.75 |  | none | b.x 0 |

W22 Time scale 0 with an entry queued behind it
steps apply 0.25
at 0: set(0, ramp, loop) → A timeScale=0; add(0, P20, loop, delay 0.25) → B
rules 4.2 4.3
0 | A 0; B 0 (delay 0.25) | ramp 1 first in | b.x 0 | A start
0.25 | A 0; B 0 (delay 0.25) | ramp 1 first in | b.x 0 |
0.5 | A 0; B 0 (delay 0.25) | ramp 1 first in | b.x 0 |

W23 Time scale 2, then a queued entry of time scale 0.5
steps apply 0.125
at 0: set(0, ramp, loop) → A timeScale=2; add(0, P20, loop, delay 0.5) → B timeScale=0.5
rules 4.2 4.3
0 | A 0; B 0 (delay 0.5) | ramp 1 first in | b.x 0 | A start
0.125 | A 0.25; B 0 (delay 0.5) | ramp 1 first in | b.x 2.5 |
0.25 | A 0.5; B 0 (delay 0.5) | ramp 1 first in | b.x 5 |
0.375 | A 0.75; B 0.0625, mix 0.125/0 | ramp 1 setup out; P20 1 first in | b.x 20 | A interrupt; B start
0.5 | B 0.125, mix 0.125/0 | P20 1 first in | b.x 20 | A end; A dispose
0.625 | B 0.1875, mix 0.125/0 | P20 1 first in | b.x 20 |

W26 Very large step with a queue, default mix 0.25
mix 0.25
steps apply 100
at 0: set(0, ev, loop) → A; add(0, ev, once, delay 0) → B; add(0, P20, loop, delay 0) → C
rules 4.2 4.3
0 | A 0; B 0 (delay 0.75), mix 0/0.25; C 0 (delay 0.75), mix 0/0.25 | ev 1 first in | b.x 0 | A start; A event e0
100 | A 100; B 0 (delay 0.75), mix 0/0.25; C 0 (delay 0.75), mix 0/0.25 | ev 1 first in | b.x 0 | A complete
200 | A 200; B 199.25, mix 100/0.25; C 0 (delay 0.75), mix 0/0.25 | ev 0 setup out (no list); ev 1 first in | b.x 0 | A interrupt; B start; A complete; B event e0; B event e1; B event e3; B event e4; B complete
300 | A 200; B 299.25, mix 200/0.25; C 298.5, mix 100/0.25 | ev 0 setup out (no list); ev 0 first out (no list); P20 1 first in | b.x 20 | B interrupt; C start; A complete; C complete
400 | C 398.5, mix 100/0.25 | P20 1 first in | b.x 20 | A end; A dispose; B end; B dispose; C complete
differs 3.8 100 notifications none
differs 3.8 200 notifications A interrupt, B start, B event e0, B event e1, B event e3, B event e4, B complete
differs 3.8 300 notifications B interrupt, C start
differs 3.8 400 notifications A end, A dispose, B end, B dispose
differs 4.0 100 notifications none
differs 4.0 200 notifications A interrupt, B start, B event e0, B event e1, B event e3, B event e4, B complete
differs 4.0 300 notifications B interrupt, C start
differs 4.0 400 notifications A end, A dispose, B end, B dispose
differs 4.1 100 notifications none
differs 4.1 200 notifications A interrupt, B start, B event e0, B event e1, B event e3, B event e4, B complete
differs 4.1 300 notifications B interrupt, C start
differs 4.1 400 notifications A end, A dispose, B end, B dispose

W30 Track end
steps apply 0.25
at 0: set(0, P10, once) → A trackEnd=0.5
rules 4.2 4.3
0 | A 0 | P10 1 first in | b.x 10 | A start
0.25 | A 0.25 | P10 1 first in | b.x 10 |
0.5 | A 0.5 | P10 0 setup in | b.x 0 |
0.75 |  | none | b.x 0 | A end; A dispose
1 |  | none | b.x 0 |

W37 Queueing with a delay on a vacant track
steps apply 0.25
at 0: add(0, P10, once, delay 0.3125) → A
rules 4.2 4.3
0 | A 0 (delay 0.3125) | none | b.x 0 | A start
0.25 | A 0 (delay 0.0625) | none | b.x 0 |
0.5 | A 0.1875 | P10 1 first in | b.x 10 |
`
