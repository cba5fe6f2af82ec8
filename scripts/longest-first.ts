import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take longest, by project. Where vitest has no times yet, it begins with the largest files. */
const LONGEST = [
  'test/golden/golden.test.ts',
  'test/poses/poses.test.ts',
  'test/cli/types.test.ts',
  'test/cli/inspect.test.ts',
  'test/formats/spine/samples.test.ts',
  'test/snapshot/process.test.ts',
  'test/churn/churn.test.ts',
  'test/demo/tracks/scene.test.ts',
  'test/memory/per-skeleton.test.ts',
  'test/shortcuts/plain.test.ts',
  'test/browser/demo/demo.test.ts',
  'test/browser/pixi.test.ts',
  'test/browser/figures.test.ts',
  'test/browser/render/render.test.ts',
  'test/browser/demo/pages-access.test.ts',
  'test/package/pack.test.ts',
]

/** Begins each project with its longest files: one that comes last runs alone while other cores have nothing to do. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(file))
      return place < 0 ? LONGEST.length : place
    }
    const sorted = await super.sort(files)
    const names = [...new Set(sorted.map(({ project }) => project.name))]
    return names.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).sort((a, b) => rank(a) - rank(b)),
    )
  }
}
