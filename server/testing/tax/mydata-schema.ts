/** Validates XML of myDATA with the schema of the tax office (version 2.0.1), for tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateXML } from 'xmllint-wasm'

const FOLDER = join(import.meta.dirname, 'mydata-xsd')
const MAIN = 'InvoicesDoc-v2.0.1.xsd'

/** Returns what the schema says against documents. Empty if all are valid. */
export async function faultsOfXml(
  files: readonly { readonly fileName: string; readonly contents: string }[],
): Promise<string[]> {
  const read = (fileName: string) => ({ fileName, contents: readFileSync(join(FOLDER, fileName), 'utf8') })
  const { errors } = await validateXML({
    xml: files,
    schema: [read(MAIN)],
    preload: readdirSync(FOLDER)
      .filter((name) => name !== MAIN)
      .map(read),
  })
  return errors.map(({ rawMessage }) => rawMessage)
}
