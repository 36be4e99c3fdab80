import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedCallback, useMergedRef } from '@mantine/hooks'
import { Search } from '#web/ui/icon/icons.ts'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemText } from '#web/ui/problems.ts'
import styles from './search-pick.module.css'

const PAUSE_MS = 120
/** The value of the offered option; the options of rows have the id as value. */
const OFFER = 'offer'

/** An offer for a text without a result. Without `take` it only says something. */
export type SearchOffer = { readonly row: ReactNode; readonly take?: () => void }

type SearchPickProps<Row extends { readonly id: number }> = {
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
  /** What the field offers for a text without a result; null for nothing. */
  whenNothing?: ((text: string) => SearchOffer | null) | undefined
  error?: ReactNode
}

/**
 * A field that searches while the person types. Arrow keys mark a row and Enter takes it. Enter pressed before the
 * answer waits for the answer to the present text. So no row of an earlier text is taken. In one piece, because
 * typing, the late answer and the keys change one state.
 */
export function SearchPick<Row extends { readonly id: number }>({
  label,
  placeholder,
  hideLabel = false,
  startsHere = false,
  inputRef,
  search,
  onPick,
  row,
  whenNothing,
  error,
}: SearchPickProps<Row>) {
  const { t } = useTranslation('frame')
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ text: string; rows: readonly Row[] } | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const asked = useRef('')
  const own = useRef<HTMLInputElement>(null)
  const ref = useMergedRef(own, inputRef ?? null)
  useEffect(() => {
    if (startsHere) own.current?.focus()
    // Only at the first drawing; afterwards the person moves the focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
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
    return answer.rows
  }
  const askSoon = useDebouncedCallback((typed: string) => void ask(typed), PAUSE_MS)

  const fresh = found !== null && found.text === text ? found.rows : null
  // Before the person can press the next key: an arrow key would otherwise mark a row that this takes back.
  useLayoutEffect(() => {
    if (found !== null) combobox.selectFirstOption()
    // The store of the list changes with every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [found])

  const pick = (picked: Row | undefined) => {
    if (picked === undefined) return
    askSoon.cancel()
    asked.current = ''
    setText('')
    setFound(null)
    setBusy(false)
    combobox.closeDropdown()
    onPick(picked)
  }

  const takeOffer = (typed: string) => {
    const offer = whenNothing?.(typed)
    if (offer?.take === undefined) return
    combobox.closeDropdown()
    offer.take()
  }

  const takeMarked = async () => {
    if (text.trim() === '') return
    if (fresh && fresh.length > 0) return pick(fresh[Math.max(0, combobox.getSelectedOptionIndex())])
    if (fresh) return takeOffer(text)
    askSoon.cancel()
    const rows = await ask(text)
    if (rows?.length === 0) takeOffer(text)
    else pick(rows?.[0])
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      void takeMarked()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!combobox.dropdownOpened) {
        combobox.openDropdown()
        if (!fresh) void ask(text)
      } else if (event.key === 'ArrowDown') combobox.selectNextOption()
      else combobox.selectPreviousOption()
    } else if (event.key === 'Escape' && combobox.dropdownOpened) {
      event.stopPropagation()
      combobox.closeDropdown()
    }
  }

  const rows = found?.rows ?? []
  const offer = found !== null && rows.length === 0 ? whenNothing?.(found.text) : null
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) =>
        id === OFFER ? takeOffer(found?.text ?? '') : pick(rows.find((one) => String(one.id) === id))
      }
      withinPortal={false}
    >
      <Combobox.Target withKeyboardNavigation={false} withExpandedAttribute>
        <TextInput
          ref={ref}
          {...(hideLabel ? { 'aria-label': label } : { label })}
          placeholder={placeholder}
          value={text}
          autoComplete="off"
          error={problem ? problemText(problem) : error}
          leftSection={<Search size={16} aria-hidden />}
          rightSection={busy ? <Loader size={14} /> : null}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
            askSoon(event.currentTarget.value)
          }}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found === null}>
        <Combobox.Options className={styles.options} aria-label={label}>
          {rows.map((one) => (
            <Combobox.Option key={one.id} value={String(one.id)}>
              {row(one)}
            </Combobox.Option>
          ))}
          {offer?.take ? <Combobox.Option value={OFFER}>{offer.row}</Combobox.Option> : null}
          {found !== null && rows.length === 0 && !offer?.take ? (
            <Combobox.Empty>{offer?.row ?? t('table.nothing-found')}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
