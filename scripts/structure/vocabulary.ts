/** Checks which files a feature has, and how long files are. */
import { FEATURES } from '../layers.ts'
import { type Finding, featureOf, isTest, type Sources } from './sources.ts'

const ALLOWED = [
  /^README\.md$/,
  /^domain\/([a-z0-9-]+\/)?[a-z0-9-]+(\.test)?\.ts$/,
  /^domain\/([a-z0-9-]+\/)?__snapshots__\/[^/]+\.snap$/,
  /^server\/([a-z0-9-]+\/)?[a-z0-9-]+(\.test)?\.ts$/,
  /^server\/([a-z0-9-]+\/)?__snapshots__\/[^/]+\.snap$/,
  /^web\/([a-z0-9-]+\/)?[A-Za-z0-9-]+(\.test)?\.tsx?$/,
  /^web\/([a-z0-9-]+\/)?[A-Za-z0-9-]+\.module\.css$/,
  /^web\/texts\.csv$/,
]

const LINES = { readme: 60, wanted: 300, most: 400 }

const lineCount = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/** Checks that every feature has the same kinds of files. */
export function checkVocabulary(sources: Sources): Finding[] {
  const findings: Finding[] = []
  const features = new Set<string>()
  for (const file of sources.files) {
    const feature = featureOf(file)
    if (/(^|\/)index\.tsx?$/.test(file))
      findings.push({ file, says: 'is an index file: import the other files directly' })
    if (feature === null) {
      if (file.startsWith('features/')) findings.push({ file, says: 'must be in the folder of a feature' })
      continue
    }
    features.add(feature)
    const inside = file.slice(`features/${feature}/`.length)
    if (!ALLOWED.some((form) => form.test(inside))) {
      findings.push({
        file,
        says: 'is not one of the files of a feature: README.md, domain/*.ts, server/*.ts, web/*.tsx, web/texts.csv; each folder may have rooms one level deep',
      })
    }
  }
  for (const feature of features) {
    const readme = `features/${feature}/README.md`
    if (!FEATURES.includes(feature))
      findings.push({ file: `features/${feature}`, says: 'has no layer in scripts/layers.ts' })
    if (!sources.files.includes(readme)) findings.push({ file: readme, says: 'is missing' })
    else if (lineCount(sources.read(readme)) > LINES.readme) {
      findings.push({ file: readme, says: `has more than ${LINES.readme} lines` })
    }
  }
  return findings
}

/** Checks that files are short enough to be read at once. */
export function checkLengths(sources: Sources): Finding[] {
  return sources.files
    .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !isTest(file) && !/(generated|\.gen)\./.test(file))
    .flatMap((file) => {
      const lines = lineCount(sources.read(file))
      if (lines <= LINES.wanted) return []
      return [
        {
          file,
          says: `has ${lines} lines; at most ${LINES.wanted} are wanted and ${LINES.most} allowed`,
          warning: lines <= LINES.most,
        },
      ]
    })
}
