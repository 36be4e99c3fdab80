/** Validates XML of myDATA with the schema of the tax office (version 2.0.1), for tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateXML } from 'xmllint-wasm'

const FOLDER = join(import.meta.dirname, 'mydata-xsd')
const MAIN = 'InvoicesDoc-v2.0.1.xsd'

/** Returns what a schema says against files; the schema of documents unless `main` names another. Empty if all are valid. */
export async function faultsOfXml(
  files: readonly { readonly fileName: string; readonly contents: string }[],
  main = MAIN,
): Promise<string[]> {
  const read = (fileName: string) => ({ fileName, contents: readFileSync(join(FOLDER, fileName), 'utf8') })
  const { errors } = await validateXML({
    xml: files,
    schema: [read(main)],
    preload: readdirSync(FOLDER)
      .filter((name) => name !== main)
      .map(read),
  })
  return errors.map(({ rawMessage }) => rawMessage)
}
