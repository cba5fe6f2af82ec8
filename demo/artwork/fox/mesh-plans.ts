/** Plans the fox's meshes. */
import type { Point } from '../rig/bones'
import { joints } from '../rig/bones'
import type { MeshPlan } from '../rig/mesh'
import { BONES } from './bones'
import { FAR_LEG } from './limbs'

const bones = (...names: string[]): [string, Point][] => joints(BONES, ...names)

function legPlan(side: string, x: number): MeshPlan {
  const moved = (points: Point[]): Point[] => points.map(([px, py]) => [px + x, py])
  return {
    rails: [
      moved([
        [-32, -146],
        [-30, -120],
        [-22, -98],
        [-20, -78],
        [-28, -56],
        [-38, -22],
      ]),
      moved([
        [12, -146],
        [16, -120],
        [24, -98],
        [26, -78],
        [18, -56],
        [8, -22],
      ]),
    ],
    columns: 3,
    steps: 2,
    bones: bones(`leg-${side}-1`, `leg-${side}-2`),
    end: [-14 + x, -34],
    blend: 0.42,
  }
}

/** By attachment key. */
export const MESH_PLANS: ReadonlyMap<string, MeshPlan> = new Map<string, MeshPlan>([
  [
    'torso',
    {
      rails: [
        [
          [-60, -252],
          [-60, -212],
          [-60, -172],
          [-60, -132],
          [-60, -92],
        ],
        [
          [58, -252],
          [58, -212],
          [58, -172],
          [58, -132],
          [58, -92],
        ],
      ],
      columns: 3,
      bones: [
        ['chest', [0, -246]],
        ['spine', [0, -186]],
        ['hip', [0, -136]],
      ],
      end: [0, -92],
    },
  ],
  [
    'cape',
    {
      rails: [
        [
          [-56, -254],
          [-78, -208],
          [-104, -164],
          [-136, -118],
          [-118, -72],
        ],
        [
          [22, -254],
          [14, -208],
          [6, -164],
          [-2, -120],
          [-4, -72],
        ],
      ],
      columns: 3,
      steps: 2,
      bones: [['chest', [-8, -252]], ...bones('cape-1', 'cape-2', 'cape-3')],
      end: [-72, -92],
    },
  ],
  [
    'tail',
    {
      rails: [
        [
          [2, -148],
          [-44, -148],
          [-78, -166],
          [-92, -196],
          [-102, -236],
          [-128, -300],
        ],
        [
          [2, -98],
          [-50, -78],
          [-124, -76],
          [-206, -124],
          [-210, -216],
          [-176, -298],
        ],
      ],
      columns: 3,
      steps: 2,
      bones: bones('tail-1', 'tail-2', 'tail-3', 'tail-4'),
      end: [-146, -262],
    },
  ],
  [
    'scarf-tail',
    {
      rails: [
        [
          [-16, -264],
          [-54, -268],
          [-92, -266],
          [-130, -256],
          [-172, -252],
        ],
        [
          [-16, -214],
          [-54, -216],
          [-92, -208],
          [-130, -200],
          [-172, -200],
        ],
      ],
      steps: 2,
      bones: bones('scarf-1', 'scarf-2', 'scarf-3'),
      end: [-152, -222],
    },
  ],
  [
    'arm-front',
    {
      rails: [
        [
          [-8, -238],
          [-8, -196],
          [2, -164],
          [32, -147],
          [60, -147],
          [88, -147],
        ],
        [
          [36, -238],
          [38, -202],
          [46, -195],
          [56, -191],
          [72, -189],
          [88, -189],
        ],
      ],
      columns: 3,
      steps: 2,
      bones: bones('arm-front-1', 'arm-front-2'),
      end: [70, -168],
      blend: 0.4,
    },
  ],
  [
    'arm-back',
    {
      rails: [
        [
          [8, -236],
          [14, -204],
          [26, -174],
          [34, -146],
          [40, -116],
        ],
        [
          [52, -236],
          [58, -206],
          [68, -178],
          [76, -148],
          [80, -116],
        ],
      ],
      columns: 3,
      steps: 2,
      bones: bones('arm-back-1', 'arm-back-2'),
      end: [59, -140],
      blend: 0.4,
    },
  ],
  ['leg-front', legPlan('front', 0)],
  ['leg-back', legPlan('back', FAR_LEG)],
  [
    'flame',
    {
      rails: [
        [
          [186, -290],
          [186, -268],
          [186, -246],
          [186, -224],
        ],
        [
          [230, -290],
          [230, -268],
          [230, -246],
          [230, -224],
        ],
      ],
      columns: 3,
      bones: [
        ['flame', [208, -290]],
        ['lantern', [208, -238]],
      ],
      end: [208, -224],
    },
  ],
])
