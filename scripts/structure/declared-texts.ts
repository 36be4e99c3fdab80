/**
 * Finds the texts that declarations need: the titles of pages, the entries of the menu, the words of records and lists, the names of
 * commands in the history, and the words of rights.
 */
import { calleeOf, featureOf, isCode, isTest, type Sources, type Syntax, textsOf, walkFile } from './sources.ts'

/** A text that a declaration needs. */
export type NeededText = {
  readonly file: string
  /** The key in a table of texts. */
  readonly key: string
  /** The declaration that needs it. */
  readonly for: string
}

const propertiesOf = (node: unknown): Syntax[] => ((node as Syntax | undefined)?.properties ?? []) as Syntax[]

/** Returns the value of a property of an object; undefined if it is missing. */
const valueOf = (object: unknown, name: string): unknown =>
  propertiesOf(object).find((part) => (part.key as Syntax | undefined)?.name === name)?.value

const elementsOf = (array: unknown): Syntax[] => ((array as Syntax | undefined)?.elements ?? []) as Syntax[]

/** Returns the texts that the pages and the menu of a feature need: `titleKey` of a page, `menu.<key>` of an entry. */
export function textsOfRoutes(sources: Sources, file: string): NeededText[] {
  const needed: NeededText[] = []
  walkFile(sources, file, (node) => {
    if (node.type !== 'Property') return
    const name = (node.key as Syntax).name
    if (name === 'titleKey') needed.push(...textsOf(node.value).map((key) => ({ file, key, for: 'a page' })))
    if (name !== 'menu') return
    for (const entry of elementsOf(node.value))
      needed.push(
        ...textsOf(valueOf(entry, 'key')).map((key) => ({ file, key: `menu.${key}`, for: 'an entry of the menu' })),
      )
  })
  return needed
}

/** The texts of the pages of a record (web/records/RecordPages.tsx), and of a short one (ShortListPage.tsx). */
const RECORD_TEXTS =
  'title.list title.create title.detail list.empty created action.create action.save alert.missing alert.load alert.save column.id'
const SHORT_TEXTS =
  'new name hint rename rename-of hide hide-of show show-of hidden add save empty no-name added renamed said-hidden said-shown actions'

/** Returns the word that a field names in its options: `field.day({ word: 'field.date' })`. */
function wordIn(node: unknown): string | undefined {
  const given = ((node as Syntax | undefined)?.arguments ?? []) as Syntax[]
  return given.flatMap((one) => textsOf(valueOf(one, 'word')).concat(wordIn(one) ?? []))[0]
}

const wordsOf = (fields: unknown, prefix: string): string[] =>
  propertiesOf(fields).map((part) => wordIn(part.value) ?? `${prefix}.${String((part.key as Syntax).name)}`)

/** Returns the texts that the records and lists of a file need, each with its feature: those of their pages and their columns. */
export function textsOfRecords(sources: Sources, file: string): NeededText[] {
  const needed: NeededText[] = []
  walkFile(sources, file, (node) => {
    if (node.type !== 'CallExpression') return
    const [first, declaration] = node.arguments as Syntax[]
    const [name = ''] = textsOf(first)
    const [feature = name] = textsOf(valueOf(declaration, 'feature'))
    const need = (keys: readonly string[]) =>
      needed.push(
        ...keys.map((key) => ({
          file,
          key: key.includes(':') ? key : `${feature}:${key}`,
          for: `the declared ${name}`,
        })),
      )
    const callee = calleeOf(node)
    if (callee === 'defineRecord')
      need([...RECORD_TEXTS.split(' '), ...wordsOf(valueOf(declaration, 'fields'), 'field')])
    if (callee === 'defineShortRecord')
      need([`title.${name}`, ...SHORT_TEXTS.split(' ').map((key) => `${name}.${key}`)])
    if (callee === 'defineList')
      need(wordsOf(valueOf(declaration, 'columns'), textsOf(valueOf(declaration, 'words'))[0] ?? 'column'))
  })
  return needed
}

/** Returns the names of the commands of a declared record, and of a short one. */
function commandsOfRecord(node: Syntax): string[] {
  const [first, declaration] = node.arguments as Syntax[]
  const [name = ''] = textsOf(first)
  const [feature = ''] = textsOf(valueOf(declaration, 'feature'))
  const [one = ''] = textsOf(valueOf(declaration, 'one'))
  if (calleeOf(node) === 'defineRecord') return [`${name}.create-${one}`, `${name}.change-${one}`]
  return calleeOf(node) === 'defineShortRecord' ? [`${feature}.save-${one}`] : []
}

/** Returns the names of history entries by commands, lookups, records, tables of the data API and jobs, and the names without an entry. */
function namesIn(sources: Sources, file: string): { entries: string[]; silent: string[] } {
  const entries: string[] = []
  const silent: string[] = []
  walkFile(sources, file, (node) => {
    if (node.type === 'CallExpression') {
      const [first] = node.arguments as Syntax[]
      if (calleeOf(node) === 'defineCommand') entries.push(...textsOf(first))
      entries.push(...commandsOfRecord(node))
      if (calleeOf(node) === 'dataTable') {
        const methods: Readonly<Record<string, string>> = { create: 'post', update: 'patch', delete: 'delete' }
        const ways = propertiesOf(valueOf(first, 'write')).map((part) => String((part.key as Syntax | undefined)?.name))
        // one text for each method serves all tables (entryKeys of kernel/history/words.ts)
        entries.push(...ways.flatMap((way) => (methods[way] === undefined ? [] : [`data-api.${methods[way]}`])))
      }
    }
    if (node.type !== 'Property' || !file.endsWith('/samples.ts')) return
    const name = (node.key as Syntax).name
    if (name === 'silent') silent.push(...elementsOf(node.value).flatMap(textsOf))
    if (name === 'byJobs') entries.push(...elementsOf(node.value).flatMap(textsOf))
  })
  return { entries, silent }
}

/** Returns the texts by which the history names its entries: `command.<name>`, unless a sample declares the name silent. */
export function textsOfHistory(sources: Sources): NeededText[] {
  const files = sources.files.filter(
    (file) => isCode(file) && !isTest(file) && /^(features\/[^/]+|accounts|server|app\/server)\//.test(file),
  )
  const found = files
    .filter((file) => featureOf(file) === null || !file.includes('/web/'))
    .map((file) => ({ file, ...namesIn(sources, file) }))
  const silent = new Set(found.flatMap((names) => names.silent))
  return found.flatMap(({ file, entries }) =>
    entries
      .filter((name) => !silent.has(name))
      .map((name) => ({ file, key: `command.${name}`, for: `the history entry ${name}` })),
  )
}

/** Returns the words of the rights that a file declares: `right.<group>.<name>`. */
export function textsOfRights(sources: Sources, file: string): NeededText[] {
  const needed: NeededText[] = []
  walkFile(sources, file, (node) => {
    if (node.type !== 'CallExpression' || calleeOf(node) !== 'defineRights') return
    const [group, rights] = node.arguments as Syntax[]
    for (const part of propertiesOf(rights)) {
      const name = String((part.key as Syntax).name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      needed.push(...textsOf(group).map((of) => ({ file, key: `right.${of}.${name}`, for: `the right ${of}.${name}` })))
    }
  })
  return needed
}
