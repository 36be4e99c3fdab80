/**
 * Writes web/ui/icon/icons.ts and drawings.json: the icons of the package lucide-react that pages import from there.
 *
 *   node scripts/run.mjs scripts/draw/write-icons.ts
 *
 * For a new icon import it from '#web/ui/icon/icons.ts' under its name in https://lucide.dev, and run this. Decision 103 says
 * why the pages do not import the package.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as lucide from 'lucide-react'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDER = join(ROOT, 'web/ui/icon')

/** What the package keeps in an icon: the elements of its drawing. */
type Kept = { readonly props: { readonly icon: { readonly node: readonly [string, Record<string, string>][] } } }
type Drawn = { readonly render?: (props: object, ref: null) => Kept }

const names = new Set(
  globSync('{web,app/web,features/*/web}/**/*.{ts,tsx}', { cwd: ROOT })
    .flatMap((file) => [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(/import \{([^}]*)\} from '#web\/ui\/icon\/icons\.ts'/g),
    ])
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim().split(' as ')[0] ?? '')
    .filter((name) => name !== ''),
)

const drawings = [...names].toSorted().map((name) => {
  const drawn = (lucide as unknown as Record<string, Drawn>)[name]?.render?.({}, null)
  if (drawn === undefined) throw new Error(`lucide-react has no icon ${name}`)
  const parts = drawn.props.icon.node.map(([tag, { key: _, ...attributes }]) => [tag, attributes])
  return `  "${name}": ${JSON.stringify(parts)}`
})
writeFileSync(join(FOLDER, 'drawings.json'), `{\n${drawings.join(',\n')}\n}\n`)

writeFileSync(
  join(FOLDER, 'icons.ts'),
  `/** The icons of Lucide (https://lucide.dev, ISC licence) that pages use. scripts/draw/write-icons.ts writes this file. */
import { icon } from './icon.ts'

${[...names]
  .toSorted()
  .map((name) => `export const ${name} = icon('${name}')`)
  .join('\n')}
`,
)
