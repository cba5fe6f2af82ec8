/** Worked examples: events, loops and time scales. See `read.ts` for the form. */
export default `
W16 Looped animation with keyed events; step 0.375
steps apply 0.375
at 0: set(0, ev, loop) → A
rules 4.2 4.3
0 | A 0 | ev 1 first in |  | A start; A event e0
0.375 | A 0.375 | ev 1 first in |  | A event e1
0.75 | A 0.75 | ev 1 first in |  | A event e3
1.125 | A 1.125 | ev 1 first in |  | A event e4; A complete; A event e0
1.5 | A 1.5 | ev 1 first in |  | A event e1

W17 Looped animation with keyed events; uneven and huge steps
steps apply 0.875, 0.25, 1, 2.5, 0.125
at 0: set(0, ev, loop) → A
rules 4.2 4.3
0 | A 0 | ev 1 first in |  | A start; A event e0
0.875 | A 0.875 | ev 1 first in |  | A event e1; A event e3
1.125 | A 1.125 | ev 1 first in |  | A event e4; A complete; A event e0
2.125 | A 2.125 | ev 1 first in |  | A complete
4.625 | A 4.625 | ev 1 first in |  | A event e1; A complete
4.75 | A 4.75 | ev 1 first in |  | A event e3
differs 3.8 2.125 notifications none
differs 3.8 4.625 notifications A event e1
differs 4.0 2.125 notifications none
differs 4.0 4.625 notifications A event e1
differs 4.1 2.125 notifications none
differs 4.1 4.625 notifications A event e1

W18 Loop window: animationStart 0.25, animationEnd 0.75, animationLast 0.25
steps apply 0.125
at 0: set(0, ev, loop) → A animationStart=0.25 animationEnd=0.75 animationLast=0.25
rules 4.2 4.3
0 | A 0 | ev 1 first in |  | A start
0.5 | A 0.5 | ev 1 first in |  | A event e3; A complete; A event e1
1 | A 1 | ev 1 first in |  | A event e3; A complete; A event e1

W19 Keyed events of the outgoing entry with eventThreshold 0.5
steps apply 0.125
at 0: set(0, ev, loop) → A eventThreshold=0.5
at 0.125: set(0, P10, loop) → B mixDuration=1
rules 4.2 4.3
0 | A 0 | ev 1 first in |  | A start; A event e0
0.25 | A 0.25; B 0.125, mix 0.125/1 | ev 0.875 setup out; P10 0.125 setup in |  | A interrupt; B start; A event e1
0.375 | A 0.375; B 0.25, mix 0.25/1 | ev 0.75 setup out; P10 0.25 setup in |  |
0.5 | A 0.5; B 0.375, mix 0.375/1 | ev 0.625 setup out; P10 0.375 setup in |  |
0.625 | A 0.625; B 0.5, mix 0.5/1 | ev 0.5 setup out (no list); P10 0.5 setup in |  |
0.75 | A 0.75; B 0.625, mix 0.625/1 | ev 0.375 setup out (no list); P10 0.625 setup in |  |
0.875 | A 0.875; B 0.75, mix 0.75/1 | ev 0.25 setup out (no list); P10 0.75 setup in |  |
1 | A 1; B 0.875, mix 0.875/1 | ev 0.125 setup out (no list); P10 0.875 setup in |  | A complete
1.125 | A 1.125; B 1, mix 1/1 | ev 0 setup out (no list); P10 1 first in |  | B complete
1.25 | B 1.125, mix 1/1 | P10 1 first in |  | A end; A dispose

W20 Reverse, one-shot
steps apply 0.25
at 0: set(0, ramp, once) → A reverse=true
rules 4.2 4.3
0 | A 0 | ramp 1 first in | b.x 10 | A start
0.25 | A 0.25 | ramp 1 first in | b.x 7.5 |
0.5 | A 0.5 | ramp 1 first in | b.x 5 |
0.75 | A 0.75 | ramp 1 first in | b.x 2.5 |
1 | A 1 | ramp 1 first in | b.x 0 | A complete
1.25 | A 1.25 | ramp 1 first in | b.x 0 |

W21 Reverse, looped, keyed events
steps apply 0.25
at 0: set(0, ev, loop) → A reverse=true
rules 4.2
0 | A 0 | ev 1 first in (no list) |  | A start
0.25 | A 0.25 | ev 1 first in (no list) |  |
0.5 | A 0.5 | ev 1 first in (no list) |  |
0.75 | A 0.75 | ev 1 first in (no list) |  |
1 | A 1 | ev 1 first in (no list) |  | A complete
1.25 | A 1.25 | ev 1 first in (no list) |  |
rules 4.3
0 | A 0 | ev 1 setup in (no list) |  | A start; A event e4
0.25 | A 0.25 | ev 1 setup in (no list) |  | A event e3
0.5 | A 0.5 | ev 1 setup in (no list) |  |
0.75 | A 0.75 | ev 1 setup in (no list) |  | A event e1
1 | A 1 | ev 1 setup in (no list) |  | A event e0; A complete; A event e4
1.25 | A 1.25 | ev 1 setup in (no list) |  | A event e3

W24 Negative time scale, loop, starting at track time 0.25
steps apply 0.125
at 0: set(0, ramp, loop) → A timeScale=-1 trackTime=0.25
rules 4.2 4.3
0 | A 0.25 | ramp 1 first in | b.x 2.5 | A start
0.125 | A 0.125 | ramp 1 first in | b.x 1.25 |
0.25 | A 0 | ramp 1 first in | b.x 0 |
0.375 | A -0.125 | ramp 1 first in | b.x 0 |
differs 3.8 0.125 notifications A complete
differs 3.8 0.25 notifications A complete
differs 3.8 0.375 notifications A complete
differs 4.0 0.125 notifications A complete
differs 4.0 0.25 notifications A complete
differs 4.0 0.375 notifications A complete
differs 4.1 0.125 notifications A complete
differs 4.1 0.25 notifications A complete
differs 4.1 0.375 notifications A complete

W25 State time scale 0.5, then 0
steps apply 0.25
at 0: set(0, ramp, loop) → A; state time scale = 0.5
at 0.25: state time scale = 0
rules 4.2 4.3
0 | A 0 | ramp 1 first in | b.x 0 | A start
0.25 | A 0.125 | ramp 1 first in | b.x 1.25 |
0.5 | A 0.125 | ramp 1 first in | b.x 1.25 |

W27 First frame is an update larger than the animation
steps 100
at 0: set(0, ev, loop) → A
rules 4.2 4.3
100 | A 100 | ev 1 first in |  | A start; A event e0; A complete
200 | A 200 | ev 1 first in |  | A complete
differs 3.8 100 notifications A start, A event e0
differs 3.8 200 notifications none
differs 4.0 100 notifications A start, A event e0
differs 4.0 200 notifications none
differs 4.1 100 notifications A start, A event e0
differs 4.1 200 notifications none
`
