/** Worked examples: crossfades, interrupted ones, and entries replaced before they were applied. See `read.ts` for the form. */
export default `
W1 Crossfade, mix 0.5, both animations key the same property
mix 0.5
steps apply 0.125
at 0: set(0, P10, loop) → A
at 0.125: set(0, P20, loop) → B
rules 4.2 4.3
0 | A 0 | P10 1 first in | b.x 10 | A start
0.125 | A 0.125 | P10 1 first in | b.x 10 |
0.125 | A 0.125; B 0, mix 0/0.5 | P10 1 setup out; P20 0 first in | b.x 10 | A interrupt; B start
0.25 | A 0.25; B 0.125, mix 0.125/0.5 | P10 1 setup out; P20 0.25 first in | b.x 12.5 |
0.375 | A 0.375; B 0.25, mix 0.25/0.5 | P10 1 setup out; P20 0.5 first in | b.x 15 |
0.5 | A 0.5; B 0.375, mix 0.375/0.5 | P10 1 setup out; P20 0.75 first in | b.x 17.5 |
0.625 | A 0.625; B 0.5, mix 0.5/0.5 | P10 1 setup out; P20 1 first in | b.x 20 |
0.75 | B 0.625, mix 0.5/0.5 | P20 1 first in | b.x 20 | A end; A dispose
0.875 | B 0.75, mix 0.5/0.5 | P20 1 first in | b.x 20 |

W2 Crossfade between animations that key different properties
mix 0.5
steps apply 0.125
at 0: set(0, P10, loop) → A
at 0: set(0, C30, loop) → B
rules 4.2 4.3
0 | A 0 | P10 1 first in | b.x 10, c.x 0 | A start
0.125 | A 0.125; B 0.125, mix 0.125/0.5 | P10 0.75 setup out; C30 0.25 setup in | b.x 7.5, c.x 7.5 | A interrupt; B start
0.25 | A 0.25; B 0.25, mix 0.25/0.5 | P10 0.5 setup out; C30 0.5 setup in | b.x 5, c.x 15 |
0.375 | A 0.375; B 0.375, mix 0.375/0.5 | P10 0.25 setup out; C30 0.75 setup in | b.x 2.5, c.x 22.5 |
0.5 | A 0.5; B 0.5, mix 0.5/0.5 | P10 0 setup out; C30 1 first in | b.x 0, c.x 30 |
0.625 | B 0.625, mix 0.5/0.5 | C30 1 first in | b.x 0, c.x 30 | A end; A dispose
0.75 | B 0.75, mix 0.5/0.5 | C30 1 first in | b.x 0, c.x 30 |

W3 A crossfade interrupted half way; all three key the same property
mix 0.5
steps apply 0.125
at 0: set(0, P10, loop) → A
at 0: set(0, P20, loop) → B
at 0.25: set(0, P40, loop) → C
rules 4.2
0 | A 0 | P10 1 first in | b.x 10 | A start
0.125 | A 0.125; B 0.125, mix 0.125/0.5 | P10 1 setup out; P20 0.25 first in | b.x 12.5 | A interrupt; B start
0.25 | A 0.25; B 0.25, mix 0.25/0.5 | P10 1 setup out; P20 0.5 first in | b.x 15 |
0.375 | A 0.375; B 0.375, mix 0.375/0.5; C 0.125, mix 0.125/0.5 | P10 1 setup out; P20 0.375 first out; P40 0.25 first in | b.x 20.3125 | B interrupt; C start
0.5 | A 0.5; B 0.5, mix 0.5/0.5; C 0.25, mix 0.25/0.5 | P10 1 setup out; P20 0.25 first out; P40 0.5 first in | b.x 26.25 |
0.625 | A 0.5; B 0.625, mix 0.5/0.5; C 0.375, mix 0.375/0.5 | P10 1 setup out; P20 0.125 first out; P40 0.75 first in | b.x 32.8125 |
0.75 | A 0.5; B 0.75, mix 0.5/0.5; C 0.5, mix 0.5/0.5 | P10 1 setup out; P20 0 first out; P40 1 first in | b.x 40 |
0.875 | C 0.625, mix 0.5/0.5 | P40 1 first in | b.x 40 | B end; B dispose; A end; A dispose
1 | C 0.75, mix 0.5/0.5 | P40 1 first in | b.x 40 |
rules 4.3
0 | A 0 | P10 1 setup in | b.x 10 | A start
0.125 | A 0.125; B 0.125, mix 0.125/0.5 | P10 1 setup out; P20 0.25 first in | b.x 12.5 | A interrupt; B start
0.25 | A 0.25; B 0.25, mix 0.25/0.5 | P10 1 setup out; P20 0.5 first in | b.x 15 |
0.375 | A 0.375; B 0.375, mix 0.375/0.5; C 0.125, mix 0.125/0.5 | P10 1 setup out; P20 0.75 first out; P40 0.25 first in | b.x 23.125 | B interrupt; C start
0.5 | A 0.5; B 0.5, mix 0.5/0.5; C 0.25, mix 0.25/0.5 | P10 1 setup out; P20 1 first out; P40 0.5 first in | b.x 30 |
0.625 | A 0.5; B 0.625, mix 0.5/0.5; C 0.375, mix 0.375/0.5 | P10 1 setup out; P20 1 first out; P40 0.75 first in | b.x 35 |
0.75 | A 0.5; B 0.75, mix 0.5/0.5; C 0.5, mix 0.5/0.5 | P10 1 setup out; P20 1 first out; P40 1 setup in | b.x 40 |
0.875 | C 0.625, mix 0.5/0.5 | P40 1 setup in | b.x 40 | B end; B dispose; A end; A dispose
1 | C 0.75, mix 0.5/0.5 | P40 1 setup in | b.x 40 |

W4 A crossfade interrupted half way by an animation that does not key the property; A itself was never mixed in
mix 0.5
steps apply 0.125
at 0: set(0, P10, loop) → A
at 0: set(0, P20, loop) → B
at 0.25: set(0, C30, loop) → C
rules 4.2
0 | A 0 | P10 1 first in | b.x 10, c.x 0 | A start
0.125 | A 0.125; B 0.125, mix 0.125/0.5 | P10 1 setup out; P20 0.25 first in | b.x 12.5, c.x 0 | A interrupt; B start
0.25 | A 0.25; B 0.25, mix 0.25/0.5 | P10 1 setup out; P20 0.5 first in | b.x 15, c.x 0 |
0.375 | A 0.375; B 0.375, mix 0.375/0.5; C 0.125, mix 0.125/0.5 | P10 1 setup out; P20 0.375 first out; C30 0.25 setup in | b.x 13.75, c.x 7.5 | B interrupt; C start
0.5 | A 0.5; B 0.5, mix 0.5/0.5; C 0.25, mix 0.25/0.5 | P10 1 setup out; P20 0.25 first out; C30 0.5 setup in | b.x 12.5, c.x 15 |
0.625 | A 0.5; B 0.625, mix 0.5/0.5; C 0.375, mix 0.375/0.5 | P10 1 setup out; P20 0.125 first out; C30 0.75 setup in | b.x 11.25, c.x 22.5 |
0.75 | A 0.5; B 0.75, mix 0.5/0.5; C 0.5, mix 0.5/0.5 | P10 1 setup out; P20 0 first out; C30 1 first in | b.x 10, c.x 30 |
0.875 | C 0.625, mix 0.5/0.5 | C30 1 first in | b.x 10, c.x 30 | B end; B dispose; A end; A dispose
rules 4.3
0 | A 0 | P10 1 setup in | b.x 10, c.x 0 | A start
0.125 | A 0.125; B 0.125, mix 0.125/0.5 | P10 1 setup out; P20 0.25 first in | b.x 12.5, c.x 0 | A interrupt; B start
0.25 | A 0.25; B 0.25, mix 0.25/0.5 | P10 1 setup out; P20 0.5 first in | b.x 15, c.x 0 |
0.375 | A 0.375; B 0.375, mix 0.375/0.5; C 0.125, mix 0.125/0.5 | P10 0.75 setup out; P20 0.5625 first out; C30 0.25 setup in | b.x 14.5313, c.x 7.5 | B interrupt; C start
0.5 | A 0.5; B 0.5, mix 0.5/0.5; C 0.25, mix 0.25/0.5 | P10 0.5 setup out; P20 0.5 first out; C30 0.5 setup in | b.x 12.5, c.x 15 |
0.625 | A 0.5; B 0.625, mix 0.5/0.5; C 0.375, mix 0.375/0.5 | P10 0.25 setup out; P20 0.25 first out; C30 0.75 setup in | b.x 6.875, c.x 22.5 |
0.75 | A 0.5; B 0.75, mix 0.5/0.5; C 0.5, mix 0.5/0.5 | P10 0 setup out; P20 0 first out; C30 1 setup in | b.x 0, c.x 30 |
0.875 | C 0.625, mix 0.5/0.5 | C30 1 setup in | b.x 0, c.x 30 | A end; A dispose; B end; B dispose

W5 As W4, but A has a mix duration of its own (it followed Z)
mix 0.5
steps apply 0.125
at 0: set(0, C30, loop) → Z
at 0: set(0, P10, loop) → A
at 0.625: set(0, P20, loop) → B
at 0.875: set(0, C30, loop) → C
rules 4.2
0.5 | Z 0.5; A 0.5, mix 0.5/0.5 | C30 0 setup out; P10 1 first in | b.x 10, c.x 0 |
0.625 | A 0.625, mix 0.5/0.5 | P10 1 first in | b.x 10, c.x 0 | Z end; Z dispose
0.75 | A 0.75, mix 0.5/0.5; B 0.125, mix 0.125/0.5 | P10 1 setup out; P20 0.25 first in | b.x 12.5, c.x 0 | A interrupt; B start
0.875 | A 0.875, mix 0.5/0.5; B 0.25, mix 0.25/0.5 | P10 1 setup out; P20 0.5 first in | b.x 15, c.x 0 |
1 | A 1, mix 0.5/0.5; B 0.375, mix 0.375/0.5; C 0.125, mix 0.125/0.5 | P10 0.75 setup out; P20 0.375 first out; C30 0.25 setup in | b.x 12.1875, c.x 7.5 | B interrupt; C start; A complete
1.125 | A 1.125, mix 0.5/0.5; B 0.5, mix 0.5/0.5; C 0.25, mix 0.25/0.5 | P10 0.5 setup out; P20 0.25 first out; C30 0.5 setup in | b.x 8.75, c.x 15 |
1.25 | A 1.125, mix 0.5/0.5; B 0.625, mix 0.5/0.5; C 0.375, mix 0.375/0.5 | P10 0.25 setup out; P20 0.125 first out; C30 0.75 setup in | b.x 4.6875, c.x 22.5 |
1.375 | A 1.125, mix 0.5/0.5; B 0.75, mix 0.5/0.5; C 0.5, mix 0.5/0.5 | P10 0 setup out; P20 0 first out; C30 1 first in | b.x 0, c.x 30 |
1.5 | C 0.625, mix 0.5/0.5 | C30 1 first in | b.x 0, c.x 30 | A end; A dispose; B end; B dispose
rules 4.3
0.5 | Z 0.5; A 0.5, mix 0.5/0.5 | C30 0 setup out; P10 1 setup in | b.x 10, c.x 0 |
0.625 | A 0.625, mix 0.5/0.5 | P10 1 setup in | b.x 10, c.x 0 | Z end; Z dispose
0.75 | A 0.75, mix 0.5/0.5; B 0.125, mix 0.125/0.5 | P10 1 setup out; P20 0.25 first in | b.x 12.5, c.x 0 | A interrupt; B start
0.875 | A 0.875, mix 0.5/0.5; B 0.25, mix 0.25/0.5 | P10 1 setup out; P20 0.5 first in | b.x 15, c.x 0 |
1 | A 1, mix 0.5/0.5; B 0.375, mix 0.375/0.5; C 0.125, mix 0.125/0.5 | P10 0.75 setup out; P20 0.5625 first out; C30 0.25 setup in | b.x 14.5313, c.x 7.5 | B interrupt; C start; A complete
1.125 | A 1.125, mix 0.5/0.5; B 0.5, mix 0.5/0.5; C 0.25, mix 0.25/0.5 | P10 0.5 setup out; P20 0.5 first out; C30 0.5 setup in | b.x 12.5, c.x 15 |
1.25 | A 1.125, mix 0.5/0.5; B 0.625, mix 0.5/0.5; C 0.375, mix 0.375/0.5 | P10 0.25 setup out; P20 0.25 first out; C30 0.75 setup in | b.x 6.875, c.x 22.5 |
1.375 | A 1.125, mix 0.5/0.5; B 0.75, mix 0.5/0.5; C 0.5, mix 0.5/0.5 | P10 0 setup out; P20 0 first out; C30 1 setup in | b.x 0, c.x 30 |
1.5 | C 0.625, mix 0.5/0.5 | C30 1 setup in | b.x 0, c.x 30 | A end; A dispose; B end; B dispose

W12 Upper-track crossfade without hold previous
steps apply 0.125
at 0: set(0, P10, loop) → L; set(1, P20, loop) → A
at 0: set(1, P40, loop) → B mixDuration=0.5
rules 4.2
0 | L 0; A 0 | P10 1 first in; P20 1 replace in | b.x 20 | L start; A start
0.125 | L 0.125; A 0.125; B 0.125, mix 0.125/0.5 | P10 1 first in; P20 0.75 replace out; P40 0.25 replace in | b.x 23.125 | A interrupt; B start
0.25 | L 0.25; A 0.25; B 0.25, mix 0.25/0.5 | P10 1 first in; P20 0.5 replace out; P40 0.5 replace in | b.x 27.5 |
0.375 | L 0.375; A 0.375; B 0.375, mix 0.375/0.5 | P10 1 first in; P20 0.25 replace out; P40 0.75 replace in | b.x 33.125 |
0.5 | L 0.5; A 0.5; B 0.5, mix 0.5/0.5 | P10 1 first in; P20 0 replace out; P40 1 replace in | b.x 40 |
0.625 | L 0.625; B 0.625, mix 0.5/0.5 | P10 1 first in; P40 1 replace in | b.x 40 | A end; A dispose
rules 4.3
0 | L 0; A 0 | P10 1 setup in; P20 1 current in | b.x 20 | L start; A start
0.125 | L 0.125; A 0.125; B 0.125, mix 0.125/0.5 | P10 1 setup in; P20 1 current out; P40 0.25 current in | b.x 25 | A interrupt; B start
0.25 | L 0.25; A 0.25; B 0.25, mix 0.25/0.5 | P10 1 setup in; P20 1 current out; P40 0.5 current in | b.x 30 |
0.375 | L 0.375; A 0.375; B 0.375, mix 0.375/0.5 | P10 1 setup in; P20 1 current out; P40 0.75 current in | b.x 35 |
0.5 | L 0.5; A 0.5; B 0.5, mix 0.5/0.5 | P10 1 setup in; P20 1 current out; P40 1 current in | b.x 40 |
0.625 | L 0.625; B 0.625, mix 0.5/0.5 | P10 1 setup in; P40 1 current in | b.x 40 | A end; A dispose

W13 Upper-track crossfade with hold previous (3.8 to 4.2)
steps apply 0.125
at 0: set(0, P10, loop) → L; set(1, P20, loop) → A
at 0: set(1, P40, loop) → B mixDuration=0.5 holdPrevious=true
rules 4.2
0 | L 0; A 0 | P10 1 first in; P20 1 replace in | b.x 20 | L start; A start
0.125 | L 0.125; A 0.125; B 0.125, mix 0.125/0.5 | P10 1 first in; P20 1 replace out; P40 0.25 replace in | b.x 25 | A interrupt; B start
0.25 | L 0.25; A 0.25; B 0.25, mix 0.25/0.5 | P10 1 first in; P20 1 replace out; P40 0.5 replace in | b.x 30 |
0.375 | L 0.375; A 0.375; B 0.375, mix 0.375/0.5 | P10 1 first in; P20 1 replace out; P40 0.75 replace in | b.x 35 |
0.5 | L 0.5; A 0.5; B 0.5, mix 0.5/0.5 | P10 1 first in; P20 1 replace out; P40 1 replace in | b.x 40 |
0.625 | L 0.625; B 0.625, mix 0.5/0.5 | P10 1 first in; P40 1 replace in | b.x 40 | A end; A dispose

W14 Upper-track crossfade to an entry of alpha 0.5
steps apply 0.125
at 0: set(0, P10, loop) → L; set(1, P20, loop) → A
at 0: set(1, P40, loop) → B mixDuration=0.5 alpha=0.5
rules 4.2
0 | L 0; A 0 | P10 1 first in; P20 1 replace in | b.x 20 | L start; A start
0.125 | L 0.125; A 0.125; B 0.125, mix 0.125/0.5 | P10 1 first in; P20 0.75 replace out; P40 0.125 replace in | b.x 20.3125 | A interrupt; B start
0.25 | L 0.25; A 0.25; B 0.25, mix 0.25/0.5 | P10 1 first in; P20 0.5 replace out; P40 0.25 replace in | b.x 21.25 |
0.375 | L 0.375; A 0.375; B 0.375, mix 0.375/0.5 | P10 1 first in; P20 0.25 replace out; P40 0.375 replace in | b.x 22.8125 |
0.5 | L 0.5; A 0.5; B 0.5, mix 0.5/0.5 | P10 1 first in; P20 0 replace out; P40 0.5 replace in | b.x 25 |
0.625 | L 0.625; B 0.625, mix 0.5/0.5 | P10 1 first in; P40 0.5 replace in | b.x 25 | A end; A dispose
rules 4.3
0 | L 0; A 0 | P10 1 setup in; P20 1 current in | b.x 20 | L start; A start
0.125 | L 0.125; A 0.125; B 0.125, mix 0.125/0.5 | P10 1 setup in; P20 0.8571 current out; P40 0.125 current in | b.x 21.25 | A interrupt; B start
0.25 | L 0.25; A 0.25; B 0.25, mix 0.25/0.5 | P10 1 setup in; P20 0.6667 current out; P40 0.25 current in | b.x 22.5 |
0.375 | L 0.375; A 0.375; B 0.375, mix 0.375/0.5 | P10 1 setup in; P20 0.4 current out; P40 0.375 current in | b.x 23.75 |
0.5 | L 0.5; A 0.5; B 0.5, mix 0.5/0.5 | P10 1 setup in; P20 0 current out; P40 0.5 current in | b.x 25 |
0.625 | L 0.625; B 0.625, mix 0.5/0.5 | P10 1 setup in; P40 0.5 current in | b.x 25 | A end; A dispose

W28 Second change before the first change was applied
steps apply 0.25
at 0: set(0, P10, loop) → A
at 0: set(0, P20, loop) → B mixDuration=0.5; set(0, P40, loop) → C mixDuration=0.5
rules 4.2
0 | A 0 | P10 1 first in | b.x 10 | A start
0.25 | A 0.25; C 0.25, mix 0.25/0.5 | P10 1 setup out; P40 0.5 first in | b.x 25 | A interrupt; B start; B interrupt; B end; B dispose; C start
0.5 | A 0.5; C 0.5, mix 0.5/0.5 | P10 1 setup out; P40 1 first in | b.x 40 |
0.75 | C 0.75, mix 0.5/0.5 | P40 1 first in | b.x 40 | A end; A dispose
1 | C 1, mix 0.5/0.5 | P40 1 first in | b.x 40 | C complete
rules 4.3
0 | A 0 | P10 1 setup in | b.x 10 | A start
0.25 | A 0.25; B 0.25, mix 0.25/0.5; C 0.25, mix 0.25/0.5 | P10 1 setup out; P20 0.5 first out; P40 0.5 first in | b.x 27.5 | A interrupt; B start; B interrupt; C start
0.5 | A 0.5; B 0.5, mix 0.5/0.5; C 0.5, mix 0.5/0.5 | P10 1 setup out; P20 1 first out; P40 1 setup in | b.x 40 |
0.75 | C 0.75, mix 0.5/0.5 | P40 1 setup in | b.x 40 | B end; B dispose; A end; A dispose
1 | C 1, mix 0.5/0.5 | P40 1 setup in | b.x 40 | C complete

W29 Mix duration 0 to an animation that does not key the property
steps apply 0.125
at 0: set(0, P10, loop) → A
at 0: set(0, C30, loop) → B
rules 4.2 4.3
0 | A 0 | P10 1 first in | b.x 10, c.x 0 | A start
0.125 | A 0.125; B 0.125, mix 0.125/0 | P10 0 setup out; C30 1 first in | b.x 0, c.x 30 | A interrupt; B start
0.25 | B 0.25, mix 0.125/0 | C30 1 first in | b.x 0, c.x 30 | A end; A dispose
0.375 | B 0.375, mix 0.125/0 | C30 1 first in | b.x 0, c.x 30 |

W31 Before the first key: crossfade into an animation whose first key is at 0.5
steps apply 0.125
at 0: set(0, P10, loop) → A
at 0: set(0, late, loop) → B mixDuration=0.5
rules 4.2 4.3
0 | A 0 | P10 1 first in | b.x 10 | A start
0.125 | A 0.125; B 0.125, mix 0.125/0.5 | P10 1 setup out; late 0.25 first in | b.x 7.5 | A interrupt; B start
0.25 | A 0.25; B 0.25, mix 0.25/0.5 | P10 1 setup out; late 0.5 first in | b.x 5 |
0.375 | A 0.375; B 0.375, mix 0.375/0.5 | P10 1 setup out; late 0.75 first in | b.x 2.5 |
0.5 | A 0.5; B 0.5, mix 0.5/0.5 | P10 1 setup out; late 1 first in | b.x 16 |
0.625 | B 0.625, mix 0.5/0.5 | late 1 first in | b.x 16 | A end; A dispose
`
