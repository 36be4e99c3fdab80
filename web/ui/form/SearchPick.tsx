import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedCallback, useMergedRef } from '@mantine/hooks'
import { Search } from '#web/ui/icon/icons.ts'
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { languageOf } from '#web/language/language-of.ts'
import { type LaterKey, laterKeyOf, pressLater, withoutLast } from '#web/ui/form/later-keys.ts'
import { useStartField } from '#web/ui/form/use-start-field.ts'
import { problemText } from '#web/ui/problems.ts'
import { sayAloud } from '#web/ui/say-aloud.ts'
import styles from './search-pick.module.css'

const PAUSE_MS = 120
/** The value of the offered option; the options of rows have the id as value. */
const OFFER = 'offer'

/**
 * An offer for a text without a result. Without `take` it only says something. With `ownKey` Enter says that nothing was found, and
 * Shift+Enter takes the offer, whatever was found.
 */
export type SearchOffer = { readonly row: ReactNode; readonly take?: () => void; readonly ownKey?: boolean }

export type Found = { readonly id: number; readonly name: string }

/** Returns the name of a row, with what tells it apart if another row has the same one. */
function nameAmong<Row extends Found>(rows: readonly Row[], row: Row, apart: (row: Row) => string): string {
  const isAlone = rows.every(({ id, name }) => id === row.id || name !== row.name)
  return isAlone ? row.name : [row.name, apart(row)].filter((text) => text !== '').join(' · ')
}

/** A row of what was found: its name at the left, and a figure of it at the right. Small texts are less marked. */
export const OptionLine = ({ children }: { children: ReactNode }) => <span className={styles.option}>{children}</span>

export type SearchPickProps<Row extends Found> = {
  label: string
  placeholder?: string
  hideLabel?: boolean
  /** The field has the focus when it is first drawn. */
  startsHere?: boolean
  inputRef?: Ref<HTMLInputElement>
  /** Returns the first rows that match a text. */
  search: (text: string) => Promise<readonly Row[]>
  onPick: (row: Row) => void
  row: (row: Row) => ReactNode
  /** Returns what tells a row apart from another one of its name (tell-apart.ts). It is said when one of them is taken. */
  apart?: (row: Row) => string
  /** Enter before the answer takes its row only if it is the only one. Of several, which the person has not seen, it shows the list. */
  onlySeen?: boolean
  /** What the field offers for a text without a result; null for nothing. */
  whenNothing?: ((text: string) => SearchOffer | null) | undefined
  error?: ReactNode
}

/** Returns the place of the option with this id among the options; -1 if there is none. What a reader hears as marked is what Enter takes. */
function placeOf(id: string | null): number {
  const list = id === null ? null : document.getElementById(id)?.closest('[role="listbox"]')
  return [...(list?.querySelectorAll('[role="option"]') ?? [])].findIndex((option) => option.id === id)
}

/**
 * A field that searches while the person types. Arrow keys mark a row and Enter takes it. Enter pressed before the
 * answer waits for the answer to the present text. So no row of an earlier text is taken. What is typed after Enter goes to the field
 * that has the focus once the row is taken; if nothing is found, there is no such field, and only the text that was searched stays.
 * A screen reader hears the marked row, how many were found, and which one was taken.
 * In one piece, because typing, the late answer and the keys change one state.
 */
export function SearchPick<Row extends Found>({
  label,
  placeholder,
  hideLabel = false,
  startsHere = false,
  inputRef,
  search,
  onPick,
  row,
  apart = () => '',
  onlySeen = false,
  whenNothing,
  error,
}: SearchPickProps<Row>) {
  const { t, i18n } = useTranslation('frame')
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ text: string; rows: readonly Row[] } | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  /** The id of the marked option, which Enter takes. */
  const [marked, setMarked] = useState<string | null>(null)
  const asked = useRef('')
  /** The keys since Enter, while its answer is on its way; null if Enter waits for nothing. */
  const waiting = useRef<{ keys: readonly LaterKey[] } | null>(null)
  const own = useStartField(startsHere)
  const ref = useMergedRef(own, inputRef ?? null)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })

  const ask = async (typed: string): Promise<readonly Row[] | null> => {
    asked.current = typed
    setBusy(true)
    const answer = await search(typed).then(
      (rows) => ({ rows }),
      (fault: unknown) => ({ fault }),
    )
    // The text has changed in the meantime, so only its own answer counts.
    if (asked.current !== typed) return null
    setBusy(false)
    if ('fault' in answer) {
      setProblem(answer.fault)
      return null
    }
    setProblem(null)
    setFound({ text: typed, rows: answer.rows })
    // Enter that waits says what it took
    if (waiting.current === null) sayAloud(t('pick.found', { found: answer.rows.length }))
    return answer.rows
  }
  const askSoon = useDebouncedCallback((typed: string) => void ask(typed), PAUSE_MS)

  const fresh = found !== null && found.text === text ? found.rows : null
  // Before the person can press the next key: an arrow key would otherwise mark a row that this takes back.
  useLayoutEffect(() => {
    setMarked(found === null ? null : combobox.selectFirstOption())
    // The store of the list changes with every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [found])

  /** Ends every search and the waiting of Enter. */
  const stop = () => {
    askSoon.cancel()
    asked.current = ''
    waiting.current = null
    setBusy(false)
  }

  const pick = (picked: Row | undefined, among: readonly Row[]) => {
    if (picked === undefined) return
    stop()
    setText('')
    setFound(null)
    combobox.closeDropdown()
    sayAloud(t('pick.taken', { name: nameAmong(among, picked, apart) }))
    onPick(picked)
  }

  const takeOffer = (typed: string) => {
    const offer = whenNothing?.(typed)
    if (offer?.take === undefined) return
    stop()
    combobox.closeDropdown()
    offer.take()
  }

  const sayNothingFound = (typed: string) => {
    sayAloud(t('table.nothing-found'))
    if (whenNothing?.(typed)?.ownKey) combobox.openDropdown()
    else takeOffer(typed)
  }

  const takeMarked = async () => {
    if (text.trim() === '') return
    if (fresh && fresh.length > 0) return pick(fresh[Math.max(0, placeOf(marked))], fresh)
    if (fresh) return sayNothingFound(text)
    askSoon.cancel()
    const enter = { keys: [] as readonly LaterKey[] }
    waiting.current = enter
    // what is typed from now on comes after the text
    own.current?.setSelectionRange(text.length, text.length)
    const rows = await ask(text)
    // the text was changed meanwhile
    if (waiting.current !== enter) return
    waiting.current = null
    if (rows === null) return
    if (onlySeen && rows.length > 1) {
      combobox.openDropdown()
      return sayAloud(t('pick.found', { found: rows.length }))
    }
    // the next field has the focus as soon as this is drawn
    flushSync(() => (rows.length === 0 ? sayNothingFound(text) : pick(rows[0], rows)))
    if (rows.length > 0) pressLater(enter.keys)
  }

  /** Keeps a key for the next field while Enter waits. Returns false if the key is none of those. */
  const keepForNext = (event: KeyboardEvent, enter: { keys: readonly LaterKey[] }): boolean => {
    const kept = laterKeyOf(event.nativeEvent)
    if (kept !== null) {
      enter.keys = [...enter.keys, kept]
      return true
    }
    if (event.key === 'Backspace' && enter.keys.length > 0) {
      enter.keys = withoutLast(enter.keys)
      return true
    }
    // the person changes the text that was searched
    if (event.key === 'Backspace' || event.key === 'Escape') stop()
    return event.key === 'Escape'
  }

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value
    const enter = waiting.current
    if (enter !== null && typed.startsWith(text)) {
      enter.keys = [...enter.keys, { text: typed.slice(text.length) }]
      return
    }
    waiting.current = null
    setText(typed)
    combobox.openDropdown()
    askSoon(typed)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (waiting.current !== null && keepForNext(event, waiting.current)) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.ctrlKey || event.metaKey) return
    else if (event.key === 'Enter' && event.shiftKey && whenNothing?.(text)?.ownKey && text.trim() !== '') {
      event.preventDefault()
      takeOffer(text)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      void takeMarked()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!combobox.dropdownOpened) {
        combobox.openDropdown()
        if (!fresh) void ask(text)
      } else setMarked(event.key === 'ArrowDown' ? combobox.selectNextOption() : combobox.selectPreviousOption())
    } else if (event.key === 'Escape' && combobox.dropdownOpened) {
      event.stopPropagation()
      combobox.closeDropdown()
    }
  }

  const rows = found?.rows ?? []
  const foundNothing = found !== null && rows.length === 0
  const offer = foundNothing ? whenNothing?.(found.text) : null
  const canBeTaken = offer?.take !== undefined
  // an offer that Enter takes stands alone
  const nothing =
    !foundNothing || (canBeTaken && !offer?.ownKey) ? null : canBeTaken || !offer ? t('table.nothing-found') : offer.row
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) =>
        id === OFFER
          ? takeOffer(found?.text ?? '')
          : pick(
              rows.find((one) => String(one.id) === id),
              rows,
            )
      }
      withinPortal={false}
    >
      <Combobox.Target
        withKeyboardNavigation={false}
        withExpandedAttribute
        aria-activedescendant={combobox.dropdownOpened ? (marked ?? undefined) : undefined}
      >
        <TextInput
          ref={ref}
          {...(hideLabel ? { 'aria-label': label } : { label })}
          placeholder={placeholder}
          value={text}
          autoComplete="off"
          error={problem ? problemText(problem) : error}
          leftSection={<Search size={16} aria-hidden />}
          rightSection={busy ? <Loader size={14} /> : null}
          onChange={type}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found === null}>
        <Combobox.Options className={styles.options} aria-label={label}>
          {rows.map((one) => (
            <Combobox.Option key={one.id} value={String(one.id)} lang={languageOf(one.name, i18n.language)}>
              {row(one)}
            </Combobox.Option>
          ))}
          {nothing === null ? null : <Combobox.Empty>{nothing}</Combobox.Empty>}
          {canBeTaken ? <Combobox.Option value={OFFER}>{offer.row}</Combobox.Option> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
