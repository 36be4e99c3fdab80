/** Says in words what a run of tests was chosen for, and what it leaves out. Runs on Node 20. */

const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`
const listed = (parts) => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`)

/** Says what has changed, and what therefore runs. `change` is null if there is no commit to compare with. */
export function whatChanged(change, { scope, features }) {
  if (scope === 'all') return 'Everything runs.'
  if (change === null) return 'There is no commit to compare with, so the fixed list of tests runs.'
  const files = `${counted(change.files.length, 'file differs', 'files differ')} from ${change.named}`
  if (scope === 'list') return `${files}, none of which changes a test, so the fixed list of tests runs.`
  if (scope === 'feature')
    return `${files}, all in ${features[0]}: its tests and stories run, and the tests of the features that import what changed.`
  const where = features.length > 0 ? ` (${listed(features)})` : ''
  return `${files}${where}: the fixed list of tests runs, and the tests of what changed.`
}

const ALWAYS_LEFT_OUT = [
  'the lint that reads types',
  'the checks of format, layers and structure (`npm run check`)',
  'the tests on the second engine',
]

/** Says what does not run and how to run it, or returns null if everything runs. */
export function leftOut({ scope, left }) {
  if (scope === 'all') return null
  const parts = [
    [left.checks, 'file of tests of the checks', 'files of tests of the checks'],
    [left.pages, 'file of tests of pages', 'files of tests of pages'],
    [left.server, 'file of tests of the server', 'files of tests of the server'],
    [left.stories, 'story', 'stories'],
    [left.proofs, 'file of proofs', 'files of proofs'],
  ]
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => counted(count, one, many))
  return [
    `Not run here: ${listed([...parts, ...ALWAYS_LEFT_OUT])}.`,
    'CI runs them for every change, and `npm test -- --all` runs them here.',
  ].join('\n')
}
