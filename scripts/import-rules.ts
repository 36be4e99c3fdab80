/** Who may import whom, for dependency-cruiser. */
import type { IConfiguration, IRegularForbiddenRuleType } from 'dependency-cruiser'
import { LAYERS } from './layers.ts'

const TEST = '\\.(test|proof|story)\\.tsx?$'
/** Tests and what only tests use. */
const FOR_TESTS = `${TEST}|/test-[^/]+\\.tsx?$|^server/testing/|/server/samples\\.ts$`
const ZOD = '(^|/)node_modules/zod/'
const oneOf = (features: readonly string[]) => `^features/(${features.join('|')})/`

const forbid = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType => ({
  name,
  comment,
  severity: 'error',
  from,
  to,
})

const sidewaysAndUp = LAYERS.map((layer, index) =>
  forbid(
    `layer-${index + 1}-leans-down-only`,
    'A feature leans only on features of lower layers, never sideways or upwards.',
    { path: oneOf(layer), pathNot: TEST },
    { path: oneOf(LAYERS.slice(index).flat()), pathNot: '^features/$1/' },
  ),
)

/** The rules of import of the house, and how to read its files. */
export const importRules: IConfiguration = {
  forbidden: [
    ...sidewaysAndUp,
    forbid('no-cycles', 'Two files that need each other are one file, or hide a third.', {}, { circular: true }),
    forbid('nothing-missing', 'An import leads to a file or a package.', {}, { couldNotResolve: true }),
    forbid(
      'kernel-speaks-for-itself',
      'The kernel imports zod and itself.',
      { path: '^kernel/', pathNot: TEST },
      { pathNot: ['^kernel/', ZOD] },
    ),
    forbid(
      'domain-is-pure',
      'Rules import zod, the kernel and rules of lower features.',
      { path: '^features/[^/]+/domain/', pathNot: TEST },
      { pathNot: ['^kernel/', '^features/[^/]+/domain/', ZOD] },
    ),
    forbid(
      'page-never-imports-server',
      'What runs in the browser knows contracts, not the server.',
      { path: '^(web/|features/[^/]+/(web|domain)/|kernel/)' },
      { path: '^(server/|features/[^/]+/server/|db/|scripts/|e2e/|bench/)' },
    ),
    forbid(
      'server-never-imports-page',
      'The server does not know the pages.',
      { path: '^(server/|features/[^/]+/server/|db/)' },
      { path: '^(web/|features/[^/]+/web/)' },
    ),
    forbid(
      'frame-knows-no-feature',
      'The frame knows who is signed in (users), for which company (settings) and how to search; all else it learns from server/features.ts and web/features.ts.',
      { path: '^(server|web)/', pathNot: `^(server|web)/(features|main)\\.tsx?$|${FOR_TESTS}` },
      { path: '^features/', pathNot: '^features/(users|settings|search/domain)/' },
    ),
    forbid(
      'pages-are-private',
      'Pages and routes belong to their feature; other features take its components.',
      { path: '^features/([^/]+)/' },
      { path: '^features/[^/]+/web/.*(Page|routes)\\.tsx$', pathNot: '^features/$1/' },
    ),
    forbid(
      'pages-are-reached-by-routes',
      'The frame takes only the routes of a feature.',
      { path: '^web/' },
      { path: '^features/[^/]+/web/', pathNot: '^features/[^/]+/web/(routes\\.tsx|locales/[a-z]+\\.json)$' },
    ),
    forbid(
      'product-needs-no-test-package',
      'What the product imports is a dependency, not a development dependency.',
      { path: '^(kernel|features|server|web|db)/', pathNot: FOR_TESTS },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/@types/' },
    ),
    forbid(
      'product-imports-no-sample',
      'Samples and the tools of tests are for tests.',
      { path: '^(kernel|features|server|web|db)/', pathNot: FOR_TESTS },
      { path: '^server/testing/|/server/samples\\.ts$' },
    ),
    forbid(
      'nothing-undeclared',
      'A package that is imported stands in package.json.',
      {},
      {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
      },
    ),
    forbid('tests-are-for-nobody', 'No file imports a test.', { pathNot: '^e2e/' }, { path: TEST }),
  ],
  options: {
    // TypeScript 7 has no JavaScript interface: without swc no .ts file would be read, and nothing be found.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|data|data-[^/]+|test-results|playwright-report)/' },
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
