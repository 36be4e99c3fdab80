/** Checks that icons have the sizes of the visual scale. */
import { type Finding, isTest, type Sources } from './sources.ts'

/** In pixels: beside small text, beside text, on large buttons, and as the picture of an empty page. */
const SIZES = ['14', '16', '20', '32']

/** Returns the names under which a file imports icons. `Icon` is an icon that the file receives. */
function iconNames(text: string): Set<string> {
  const imported = [...text.matchAll(/import \{([^}]*)\} from '#web\/ui\/icon\/icons\.ts'/g)].flatMap(
    ([, names = '']) => names.split(','),
  )
  return new Set(['Icon', ...imported.map((name) => name.replace('type ', '').split(' as ').at(-1)?.trim() ?? '')])
}

export function checkIcons(sources: Sources): Finding[] {
  const findings: Finding[] = []
  for (const file of sources.files) {
    if (!file.endsWith('.tsx') || isTest(file)) continue
    const text = sources.read(file)
    const names = iconNames(text)
    for (const [, name = '', size = ''] of text.matchAll(/<(\w+)\b[^<>]*?\bsize=\{(\d+)\}/g))
      if (names.has(name) && !SIZES.includes(size))
        findings.push({ file, says: `the icon ${name} has the size ${size}; the sizes are ${SIZES.join(', ')}` })
  }
  return findings
}
