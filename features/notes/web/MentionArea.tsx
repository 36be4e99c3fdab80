/** A text field in which @ offers the colleagues who can be named. */
import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '#kernel/entity.ts'
import { useAsk } from '#web/query.ts'
import { colleaguesForNote } from '../domain/contract.ts'
import { colleaguesLike, typedMention } from '../domain/mention.ts'

/** The most colleagues that are offered at once. */
const MOST_OFFERED = 6

type MentionAreaProps = Omit<TextareaProps, 'value' | 'onChange'> & {
  entity: Entity
  value: string
  setValue: (value: string) => void
}

/** Returns the name that is being typed at `caret`, and the colleagues who may be meant; none after Escape at `closedAt`. */
function useOffered(entity: Entity, value: string, caret: number | null, closedAt: number | null) {
  const typing = caret === null ? null : typedMention(value, caret)
  const known = useAsk(colleaguesForNote, { entity: entity.name }, { enabled: value.includes('@') }).data?.colleagues
  const offered =
    typing && typing.from !== closedAt ? colleaguesLike(known ?? [], typing.typed).slice(0, MOST_OFFERED) : []
  return { typing, offered }
}

/** Enter or Tab takes the marked name, Escape closes the offer. Without an offer the keys do what they do in any text. */
export function MentionArea({ entity, value, setValue, onKeyDown, ...rest }: MentionAreaProps) {
  const { t } = useTranslation('notes')
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const store = useCombobox()
  const { typing, offered } = useOffered(entity, value, caret, closedAt)
  const opened = offered.length > 0
  const names = offered.map(({ id }) => id).join()
  const { selectFirstOption } = store
  useLayoutEffect(() => {
    if (names !== '') selectFirstOption()
  }, [names, selectFirstOption])

  const take = (name: string) => {
    if (!typing || caret === null) return
    const end = typing.from + name.length + 1
    setValue(`${value.slice(0, typing.from)}${name} ${value.slice(caret).replace(/^ /, '')}`)
    setCaret(null)
    requestAnimationFrame(() => area.current?.setSelectionRange(end, end))
  }
  const handle = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!opened || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return onKeyDown?.(event)
    const done =
      event.key === 'ArrowDown'
        ? store.selectNextOption
        : event.key === 'ArrowUp'
          ? store.selectPreviousOption
          : event.key === 'Enter' || event.key === 'Tab'
            ? store.clickSelectedOption
            : event.key === 'Escape'
              ? () => setClosedAt(typing?.from ?? null)
              : null
    if (!done) return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
    done()
  }

  return (
    <Combobox store={{ ...store, dropdownOpened: opened }} onOptionSubmit={take} position="bottom-start" width={260}>
      <Combobox.Target withKeyboardNavigation={false} withAriaAttributes={false}>
        <Textarea
          {...rest}
          ref={area}
          aria-autocomplete="list"
          {...(opened && store.listId && { 'aria-controls': store.listId })}
          value={value}
          onChange={(event) => {
            setValue(event.currentTarget.value)
            setCaret(event.currentTarget.selectionStart)
            if (!event.currentTarget.value.includes('@')) setClosedAt(null)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onBlur={() => setCaret(null)}
          onKeyDown={handle}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('colleagues')}>
          {offered.map(({ id, name }) => (
            <Combobox.Option key={id} value={name}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
