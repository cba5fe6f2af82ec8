/** Worked examples: tracks over one another. See `read.ts` for the form. */
export default `
W7 Two tracks, upper alpha 0.25, 0.5, 1
steps apply 0.125
at 0: set(0, P10, loop) → A; set(1, P20, loop) → B alpha=0.25
at 0: B: alpha=0.5
at 0.125: B: alpha=1
rules 4.2 4.3
0 | A 0; B 0 | P10 1 first in; P20 0.25 replace in | b.x 12.5 | A start; B start
0.125 | A 0.125; B 0.125 | P10 1 first in; P20 0.5 replace in | b.x 15 |
0.25 | A 0.25; B 0.25 | P10 1 first in; P20 1 replace in | b.x 20 |

W8 Upper track whose property no lower track keys; alpha 0.25
steps apply 0.125
at 0: set(1, P20, loop) → B alpha=0.25
rules 4.2 4.3
0 | B 0 | P20 0.25 setup in | b.x 5 | B start
0.125 | B 0.125 | P20 0.25 setup in | b.x 5 |
0.25 | B 0.25 | P20 0.25 setup in | b.x 5 |

W9 Track 0 with alpha 0.5
steps apply 0.125
at 0: set(0, P10, loop) → A alpha=0.5
rules 4.2 4.3
0 | A 0 | P10 0.5 setup in | b.x 5 | A start
0.125 | A 0.125 | P10 0.5 setup in | b.x 5 |

W10 Additive upper track, alpha 0.5, then mixed out to empty over 0.25
steps apply 0.125
at 0: set(0, P10, loop) → A; set(1, P20, loop) → B additive=true alpha=0.5
at 0.125: setEmpty(1, 0.25) → E
rules 4.2 4.3
0 | A 0; B 0 | P10 1 first in; P20 0.5 add in | b.x 20 | A start; B start
0.125 | A 0.125; B 0.125 | P10 1 first in; P20 0.5 add in | b.x 20 |
0.25 | A 0.25; B 0.25; E 0.125, mix 0.125/0.25 | P10 1 first in; P20 0.25 add out | b.x 15 | B interrupt; E start; E complete
0.375 | A 0.375; B 0.375; E 0.25, mix 0.25/0.25 | P10 1 first in; P20 0 add out | b.x 10 |
0.5 | A 0.5; E 0.375, mix 0.25/0.25 | P10 1 first in | b.x 10 | B end; B dispose
0.625 | A 0.625 | P10 1 first in | b.x 10 | E end; E dispose

W11 Additive upper track on a property that nothing below keys (setup x = 5)
steps apply 0.125
at 0: set(0, P10, loop) → A; set(1, Q8, loop) → B additive=true alpha=0.5
rules 4.2
0 | A 0; B 0 | P10 1 first in; Q8 0.5 add in | q.x 9 | A start; B start
0.125 | A 0.125; B 0.125 | P10 1 first in; Q8 0.5 add in | q.x 13 |
0.25 | A 0.25; B 0.25 | P10 1 first in; Q8 0.5 add in | q.x 17 |
rules 4.3
0 | A 0; B 0 | P10 1 setup in; Q8 0.5 setup add in | q.x 9 | A start; B start
0.125 | A 0.125; B 0.125 | P10 1 setup in; Q8 0.5 setup add in | q.x 9 |
0.25 | A 0.25; B 0.25 | P10 1 setup in; Q8 0.5 setup add in | q.x 9 |

W38 Additive flag on track 0
steps apply 0.125
at 0: set(0, P10, loop) → A additive=true alpha=0.5
rules 4.2 4.3
0 | A 0 | P10 0.5 setup in | b.x 5 | A start
0.125 | A 0.125 | P10 0.5 setup in | b.x 5 |
0.25 | A 0.25 | P10 0.5 setup in | b.x 5 |
`
