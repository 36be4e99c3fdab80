/** Defines for dependency-cruiser which file may import which. */
import type { IConfiguration, IRegularForbiddenRuleType } from 'dependency-cruiser'
import { LAYERS } from './layers.ts'

const TEST = '\\.(test|proof|story)\\.tsx?$'
/** Tests and files that only tests use. */
const FOR_TESTS = `${TEST}|/test-[^/]+\\.tsx?$|^testing/|^server/samples/|^app/server/every-endpoint/|/server/samples\\.ts$`
const ZOD = '(^|/)node_modules/zod/'
const IBANTOOLS = '(^|/)node_modules/ibantools/'
const JSVAT = '(^|/)node_modules/jsvat/'
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
    `layer-${index}-depends-downwards-only`,
    'A feature imports only features of lower layers, not of its own layer or a higher one.',
    { path: oneOf(layer), pathNot: TEST },
    { path: oneOf(LAYERS.slice(index).flat()), pathNot: '^features/$1/' },
  ),
)

/** The import rules of the product, and the options to read its files. */
export const importRules: IConfiguration = {
  forbidden: [
    ...sidewaysAndUp,
    forbid(
      'no-cycles',
      'Two files must not import each other: join them, or move the common part to a third file.',
      {},
      { circular: true },
    ),
    forbid(
      'no-missing-import',
      'An import must lead to a file, a package, or the texts that the build writes.',
      {},
      { couldNotResolve: true, pathNot: '^(built-texts|library-styles)$' },
    ),
    forbid(
      'kernel-imports-zod-only',
      'The kernel imports only zod, ibantools, jsvat and itself.',
      { path: '^kernel/', pathNot: TEST },
      { pathNot: ['^kernel/', ZOD, IBANTOOLS, JSVAT] },
    ),
    forbid(
      'domain-is-pure',
      'Rules import only zod, the kernel, rules of accounts and rules of lower features.',
      { path: '^features/[^/]+/domain/', pathNot: TEST },
      { pathNot: ['^kernel/', '^accounts/domain/', '^features/[^/]+/domain/', ZOD] },
    ),
    forbid(
      'accounts-rules-are-pure',
      'Rules of accounts import only zod, the kernel and themselves.',
      { path: '^accounts/domain/', pathNot: TEST },
      { pathNot: ['^kernel/', '^accounts/domain/', ZOD] },
    ),
    forbid(
      'page-never-imports-server',
      'Code for the browser imports contracts, not the server.',
      { path: '^(web/|(app|features/[^/]+)/web/|(accounts|features/[^/]+)/domain/|kernel/)' },
      { path: '^(server/|(app|accounts|features/[^/]+)/server/|db/|simulators/|scripts/|e2e/|bench/)' },
    ),
    forbid(
      'server-never-imports-page',
      'The server does not import pages.',
      { path: '^(server/|(app|accounts|features/[^/]+)/server/|simulators/|db/)' },
      { path: '^(web/|(app|features/[^/]+)/web/)' },
    ),
    forbid(
      'frame-imports-no-feature',
      'The frame knows no feature: what needs one belongs to app/, or the feature declares it.',
      { path: '^(kernel|server|web|accounts)/', pathNot: FOR_TESTS },
      { path: '^features/' },
    ),
    forbid(
      'server-knows-no-account',
      'The server knows the person who acts by their rights alone: sign-in and sessions are above it.',
      { path: '^server/', pathNot: FOR_TESTS },
      { path: '^accounts/' },
    ),
    forbid(
      'nothing-imports-app',
      'What is in app/ connects the features. It is above all of them, so nothing of the product imports it.',
      { path: '^(kernel|server|web|accounts|features|simulators)/', pathNot: FOR_TESTS },
      { path: '^app/' },
    ),
    forbid(
      'product-knows-no-simulator',
      'The services of the demo company are passed in by app/.',
      { path: '^(kernel|server|web|accounts|features)/', pathNot: FOR_TESTS },
      { path: '^simulators/' },
    ),
    forbid(
      'pages-are-private',
      'Pages and routes are private to their feature; other features import its components.',
      { path: '^features/([^/]+)/' },
      { path: '^features/[^/]+/web/.*(Page|routes)\\.tsx$', pathNot: '^features/$1/' },
    ),
    forbid(
      'pages-are-reached-by-routes',
      'The app imports only the routes of a feature.',
      { path: '^app/web/' },
      { path: '^features/[^/]+/web/', pathNot: '^features/[^/]+/web/routes\\.tsx$' },
    ),
    forbid(
      'product-imports-no-test-package',
      'The product imports dependencies, not development dependencies.',
      { path: '^(kernel|accounts|features|server|web|app|db|simulators)/', pathNot: FOR_TESTS },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/@types/' },
    ),
    forbid(
      'product-imports-no-sample',
      'Only tests import samples and test tools.',
      { path: '^(kernel|accounts|features|server|web|app|db|simulators)/', pathNot: FOR_TESTS },
      { path: '^testing/|^server/samples/|/server/samples\\.ts$' },
    ),
    forbid(
      'no-undeclared-package',
      'An imported package must be listed in package.json.',
      {},
      {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
      },
    ),
    forbid('nothing-imports-tests', 'No file imports a test.', { pathNot: '^e2e/' }, { path: TEST }),
  ],
  options: {
    // TypeScript 7 has no JavaScript API. Without swc no .ts file would be read and no violation found.
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
