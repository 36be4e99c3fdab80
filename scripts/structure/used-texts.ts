/** Finds the texts that no code asks for, by their whole key or by a pattern such as `unit.${unit}`. */
import { FRAME, shownBy } from '#server/texts/text-book.ts'
import { textsOfRecords } from './declared-texts.ts'
import { calleeOf, type Finding, isCode, isTest, type Sources, type Syntax, textsOf, walkFile } from './sources.ts'
import { areaOfFile, type TextTables } from './text-tables.ts'

/** Keys that a library names: the code of a fault that zod finds. */
const NAMED_OUTSIDE: readonly string[] = ['invalid.invalid_union']

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Template strings with gaps, as the parts between the gaps. */
type Patterns = Map<string, readonly string[]>

/** What the code says that may be a key or a part of one. */
type Said = {
  /** Strings, and the names of properties, types and variables. */
  readonly words: Set<string>
  readonly patterns: Patterns
  /** Patterns without a letter, such as `${report}.${figure}`, by the area whose code has them. They stand for the texts of that area only. */
  readonly bare: Map<string, Patterns>
}

const isProduct = (file: string): boolean =>
  isCode(file) && !isTest(file) && /^(kernel|accounts|features|server|web|app|db)\//.test(file)

/** Returns the strings of two neighbours without the gap between them: `'a.' + b` is the pattern `a.` with a gap. */
function partsOfSum({ left, right, operator }: Syntax): readonly string[] | null {
  const [first, second] = [left as Syntax, right as Syntax]
  if (operator !== '+') return null
  if (typeof first.value === 'string') return [first.value, '']
  if (typeof second.value === 'string') return ['', second.value]
  return null
}

function readCode(sources: Sources): Said {
  const said: Said = { words: new Set(), patterns: new Map(), bare: new Map() }
  for (const file of sources.files.filter(isProduct)) {
    const note = (parts: readonly string[]) => {
      const area = areaOfFile(file) ?? FRAME
      const bare = said.bare.get(area) ?? new Map()
      said.bare.set(area, bare)
      const into = parts.some((part) => /[a-z]/i.test(part)) ? said.patterns : bare
      into.set(parts.join('\0'), parts)
    }
    walkFile(sources, file, (node) => {
      if (node.type === 'Literal' && typeof node.value === 'string') said.words.add(node.value)
      if (node.type === 'Literal' && typeof node.value === 'number') said.words.add(String(node.value))
      if (node.type === 'Identifier') said.words.add(node.name as string)
      if (node.type === 'CallExpression' && calleeOf(node) === 'paperNames') {
        const [group, of] = (node.arguments as Syntax[]).map((each) => textsOf(each)[0])
        said.words.add(`${of ?? FRAME}:${group}`)
      }
      if (node.type === 'BinaryExpression') {
        const parts = partsOfSum(node)
        if (parts) note(parts)
      }
      if (node.type !== 'TemplateLiteral') return
      const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
      if (parts.length === 1) said.words.add(parts[0] ?? '')
      else if (parts.some((part) => part.includes('.') || part.includes('-')) && !parts.some((part) => /\s/.test(part)))
        note(parts)
    })
  }
  return said
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const formsOf = (patterns: Patterns) =>
  [...patterns.values()].map((parts) => ({
    start: parts[0] ?? '',
    end: parts.at(-1) ?? '',
    form: new RegExp(`^${parts.map(escaped).join('(.+)')}$`),
  }))
type Forms = ReturnType<typeof formsOf>

/** Returns how code may write a part of a key: with its area before it, as the name of a property, or with points. */
const spellingsOf = (area: string, part: string): string[] => [
  part,
  `${area}.${part}`,
  part.replaceAll('_', '.'),
  part.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
]

/** Returns a function that reports whether the code of an area says a name as a whole, or by a pattern whose gaps it fills. */
function usesOf({ words, patterns, bare }: Said) {
  const common = formsOf(patterns)
  const own = new Map([...bare].map(([area, of]) => [area, formsOf(of)]))
  const matches = (forms: Forms, name: string, fills: (gap: string) => boolean): boolean =>
    forms.some(({ start, end, form }) => {
      if (!name.startsWith(start) || !name.endsWith(end)) return false
      const gaps = form.exec(name)?.slice(1)
      return gaps !== undefined && gaps.every(fills)
    })
  return (area: string, name: string): boolean => {
    const isWord = (gap: string) => spellingsOf(area, gap).some((each) => words.has(each))
    /** Reports whether the code says what fills a gap: a word, words with points between them, two words, or a pattern of words. */
    const fills = (gap: string): boolean =>
      isWord(gap) ||
      gap.split('.').every(isWord) ||
      [...gap.matchAll(/-/g)].some(({ index }) => isWord(gap.slice(0, index)) && words.has(gap.slice(index))) ||
      matches(common, gap, isWord)
    return words.has(name) || matches(common, name, fills) || matches(own.get(area) ?? [], name, fills)
  }
}

/** Returns the ways in which code may name a row: with its area, on a paper, as the code of a refusal, or by its group. */
function namesOf(area: string, key: string): string[] {
  const names = [key, `${area}:${key}`]
  const refusal = /^refusal\.(.+)$/.exec(key)?.[1]
  if (refusal !== undefined) names.push(area === FRAME ? refusal : `${area}.${refusal}`)
  const onPaper = /^paper\.(.+)$/.exec(key)?.[1]
  if (onPaper !== undefined) names.push(onPaper)
  return names
}

/** Returns the rows that other rows show, as `<area>:<key>`. */
const shownRows = (tables: TextTables): ReadonlySet<string> =>
  new Set(
    [...tables.values()].flatMap(({ area, rows }) =>
      [...rows.values()].filter(({ as }) => as !== '').map(({ as }) => shownBy(area, as).join(':')),
    ),
  )

/** Reports the texts that neither code asks for nor another row shows. */
export function checkUsedTexts(sources: Sources, tables: TextTables): Finding[] {
  const said = readCode(sources)
  const isUsed = usesOf(said)
  const shown = shownRows(tables)
  const declared = new Set(
    sources.files
      .filter((file) => isProduct(file) && /^features\/[^/]+\/domain\//.test(file))
      .flatMap((file) => textsOfRecords(sources, file).map(({ key }) => key)),
  )
  /** A group that code reads as a whole: `parties:tax`, or a path with a point, which is no common word. */
  const inReadGroup = (area: string, key: string): boolean =>
    key
      .split('.')
      .map((_, index, parts) => parts.slice(0, index + 1).join('.'))
      .some(
        (group) =>
          group !== key && (said.words.has(`${area}:${group}`) || (group.includes('.') && said.words.has(group))),
      )
  return [...tables.values()].flatMap(({ area, file, rows }) => {
    const stems = new Set(
      [...rows.keys()].map((key) => (rows.has(key.replace(PLURAL, '_other')) ? key.replace(PLURAL, '') : key)),
    )
    return [...stems]
      .filter(
        (key) =>
          !NAMED_OUTSIDE.includes(key) &&
          !shown.has(`${area}:${key}`) &&
          !declared.has(`${area}:${key}`) &&
          !namesOf(area, key).some((name) => isUsed(area, name) || inReadGroup(area, name)),
      )
      .map((key) => ({ file, says: `${key} is used by no code` }))
  })
}
