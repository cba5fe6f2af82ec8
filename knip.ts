import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'demo/artwork/sheet/*.html',
    'demo/*.html',
    'docs/examples/*.html',
    'test/browser/pages/*.html',
    'test/**/*.test.ts',
    'test/browser/harness/{setup,runner}.ts',
    'test/golden/{cli,pictures,raster/cli}.ts',
    'test/fuzz/{cli,child,mrtk-child,amplified/child}.ts',
    'test/engines/program.ts',
    'test/golden/pictures-page/*.html',
    'bench/{draw,index,programs/posing,programs/versus,programs/spawn}.ts',
    'docs/.vitepress/config.ts',
    'src/joins/threads/worker-entry.ts',
  ],
  project: [
    '{src,components,systems,demo,docs/examples,test,bench,scripts}/**/*.{ts,tsx,html}',
    '!bench/peers/**',
    '!src/{kernels,joins/{crowd,sprites}}/assembly/**',
  ],
  vite: { config: ['vite.config.ts', 'demo/vite.config.ts'] },
  // Pages of tests get them under React's own names. A bench fetches the player.
  ignoreDependencies: ['react-18', 'react-dom-18', '@esotericsoftware/spine-player'],
  ignoreExportsUsedInFile: { interface: true, type: true },
  compilers: {
    // What a page uses is what its scripts name.
    html: (text) =>
      [...text.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, src]) => `import '${src}'`).join('\n'),
  },
}

export default config
