import { UnstyledButton } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { languageOf } from '#web/language/language-of.ts'
import type { PaletteGroup, PaletteOption } from './options.ts'
import styles from './palette.module.css'

type PaletteListProps = {
  id: string
  label: string
  groups: readonly PaletteGroup[]
  /** The option that Enter takes. */
  marked: PaletteOption | null
  mark: (option: PaletteOption) => void
  take: (option: PaletteOption) => void
}

/** Returns the id of the element of an option. */
export const elementOf = (list: string, { id }: PaletteOption): string => `${list}-${id}`

/** The list below the field of the search: its groups with their names, and the marked option. */
export function PaletteList({ id, label, groups, marked, mark, take }: PaletteListProps) {
  const { i18n } = useTranslation()
  const element = marked === null ? null : elementOf(id, marked)
  useEffect(() => {
    if (element !== null) document.getElementById(element)?.scrollIntoView({ block: 'nearest' })
  }, [element])
  return (
    <div role="listbox" id={id} aria-label={label} className={styles.list}>
      {groups.map(({ key, title, options }) => (
        <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
          <div id={`${id}-${key}`} className={styles.group}>
            {title}
          </div>
          {options.map((option) => (
            <UnstyledButton
              key={option.id}
              id={elementOf(id, option)}
              role="option"
              tabIndex={-1}
              aria-selected={option.id === marked?.id}
              className={styles.option}
              // when the list moves below a pointer at rest, the browser reports a move of the pointer by nothing
              onMouseMove={({ movementX, movementY }) => {
                if (movementX !== 0 || movementY !== 0) mark(option)
              }}
              // the field keeps the focus
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              <option.icon size={16} aria-hidden />
              <span className={styles.texts} lang={languageOf(option.label, i18n.language)}>
                <span>{option.label}</span>
                {option.description ? <small>{option.description}</small> : null}
              </span>
              {option.mark}
            </UnstyledButton>
          ))}
        </div>
      ))}
    </div>
  )
}
