/** Worked examples: rotation memory, attachments and draw orders. See `read.ts` for the form. */
export default `
W32 Rotation memory: lower track turns from 100 to 20, upper track holds -100 with alpha 0.5
steps apply 0.25
at 0: set(0, Rlow, loop) → A; set(1, Rm100, loop) → B alpha=0.5
rules 4.2 4.3
0 | A 0; B 0 | Rlow 1 first in; Rm100 0.5 replace (rot) | b.rotation 180 | A start; B start
0.25 | A 0.25; B 0.25 | Rlow 1 first in; Rm100 0.5 replace (rot) | b.rotation 170 |
0.5 | A 0.5; B 0.5 | Rlow 1 first in; Rm100 0.5 replace (rot) | b.rotation 160 |
0.75 | A 0.75; B 0.75 | Rlow 1 first in; Rm100 0.5 replace (rot) | b.rotation 150 |
1 | A 1; B 1 | Rlow 1 first in; Rm100 0.5 replace (rot) | b.rotation 180 | A complete; B complete
differs 3.8 0 b.rotation -180
differs 3.8 1 b.rotation -180

W33 As W32 with shortestRotation on the upper entry (4.1 on)
steps apply 0.25
at 0: set(0, Rlow, loop) → A; set(1, Rm100, loop) → B alpha=0.5 shortestRotation=true
rules 4.2 4.3
0 | A 0; B 0 | Rlow 1 first in; Rm100 0.5 replace in | b.rotation 0 | A start; B start
0.25 | A 0.25; B 0.25 | Rlow 1 first in; Rm100 0.5 replace in | b.rotation -10 |
0.5 | A 0.5; B 0.5 | Rlow 1 first in; Rm100 0.5 replace in | b.rotation -20 |
0.75 | A 0.75; B 0.75 | Rlow 1 first in; Rm100 0.5 replace in | b.rotation -30 |
1 | A 1; B 1 | Rlow 1 first in; Rm100 0.5 replace in | b.rotation 0 | A complete; B complete

W34 Rotation crossfade from 100 to -100 on track 0, mix 0.5
steps apply 0.125
at 0: set(0, R100, loop) → A
at 0: set(0, Rm100, loop) → B mixDuration=0.5
rules 4.2 4.3
0 | A 0 | R100 1 first in | b.rotation 100 | A start
0.125 | A 0.125; B 0.125, mix 0.125/0.5 | R100 1 setup (rot); Rm100 0.25 first (rot) | b.rotation 140 | A interrupt; B start
0.25 | A 0.25; B 0.25, mix 0.25/0.5 | R100 1 setup (rot); Rm100 0.5 first (rot) | b.rotation 180 |
0.375 | A 0.375; B 0.375, mix 0.375/0.5 | R100 1 setup (rot); Rm100 0.75 first (rot) | b.rotation 220 |
0.5 | A 0.5; B 0.5, mix 0.5/0.5 | R100 1 setup (rot); Rm100 1 first in | b.rotation -100 |
0.625 | B 0.625, mix 0.5/0.5 | Rm100 1 first in | b.rotation -100 | A end; A dispose
differs 3.8 0.25 b.rotation -180
differs 3.8 0.375 b.rotation -140
differs 3.8 0.5 b.rotation 260
differs 3.8 0.625 b.rotation 260

W35 Attachment key mixing out, mixAttachmentThreshold 0.5 (setup red, key green)
steps apply 0.125
at 0: set(0, AttG, loop) → A mixAttachmentThreshold=0.5
at 0: set(0, C30, loop) → B mixDuration=0.5
rules 4.2 4.3
0 | A 0 | AttG.att first keep; AttG 1 first in | s1.attachment green | A start
0.125 | A 0.125; B 0.125, mix 0.125/0.5 | AttG.att setup keep; AttG 1 setup out; C30 0.25 first in | s1.attachment green | A interrupt; B start
0.25 | A 0.25; B 0.25, mix 0.25/0.5 | AttG.att setup temp; AttG 1 setup out; C30 0.5 first in | s1.attachment red |
0.375 | A 0.375; B 0.375, mix 0.375/0.5 | AttG.att setup temp; AttG 1 setup out; C30 0.75 first in | s1.attachment red |
0.5 | A 0.5; B 0.5, mix 0.5/0.5 | AttG.att setup temp; AttG 1 setup out; C30 1 first in | s1.attachment red |
0.625 | B 0.625, mix 0.5/0.5 | C30 1 first in | s1.attachment red | A end; A dispose

W36 Draw order mixing out, mixDrawOrderThreshold 0.5
steps apply 0.125
at 0: set(0, DO, loop) → A mixDrawOrderThreshold=0.5
at 0: set(0, P10, loop) → B mixDuration=0.5
rules 4.2 4.3
0 | A 0 | DO 1 first in; DO.order 1 first in | drawOrder s2,s1 | A start
0.125 | A 0.125; B 0.125, mix 0.125/0.5 | DO 0.75 setup out; DO.order 0.75 setup in; P10 0.25 setup in | drawOrder s2,s1 | A interrupt; B start
0.25 | A 0.25; B 0.25, mix 0.25/0.5 | DO 0.5 setup out; DO.order 0.5 setup out; P10 0.5 setup in | drawOrder s1,s2 |
0.375 | A 0.375; B 0.375, mix 0.375/0.5 | DO 0.25 setup out; DO.order 0.25 setup out; P10 0.75 setup in | drawOrder s1,s2 |
0.5 | A 0.5; B 0.5, mix 0.5/0.5 | DO 0 setup out; DO.order 0 setup out; P10 1 first in | drawOrder s1,s2 |
0.625 | B 0.625, mix 0.5/0.5 | P10 1 first in | drawOrder s1,s2 | A end; A dispose
`
