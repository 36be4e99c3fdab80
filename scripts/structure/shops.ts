/** Checks that no two stories open a shop under the same name: stories of one process share a server and its goods. */
import type { Finding, Sources } from './sources.ts'

export function checkShops(sources: Sources): Finding[] {
  const findings: Finding[] = []
  const opened = new Map<string, string>()
  for (const file of sources.files) {
    if (!file.endsWith('.story.ts')) continue
    for (const [, name = ''] of sources.read(file).matchAll(/\bopen(?:Shop|Workshop)\(\w+, '([^']+)'\)/g)) {
      const first = opened.get(name)
      if (first === undefined) opened.set(name, file)
      else
        findings.push({ file, says: `a shop ${name} is opened in ${first} too; each story opens one of its own name` })
    }
  }
  return findings
}
