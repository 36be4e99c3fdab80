import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMoment } from '#web/format.ts'
import surfaces from '#web/ui/surfaces.module.css'
import { ClashFrame } from './ClashFrame.tsx'
import { FieldChoice } from './FieldChoice.tsx'
import styles from './field-choice.module.css'
import { showFirstChoice } from './show-first-choice.ts'

/** A field that another person changed, with its values as texts. `mine` is null if this person did not change it. */
export type ChangedField<F extends string> = {
  readonly field: F
  readonly label: string
  readonly before: string
  readonly theirs: string
  readonly mine: string | null
}

type Props<F extends string> = {
  /** Names the person and the record. */
  title: (name: string) => string
  userName: string
  /** When the other person saved; empty if it is not known. */
  at: string
  fields: readonly ChangedField<F>[]
  /** Keeps the person's changes, except those in the named fields. */
  keepMine: (except: readonly F[]) => void
  takeTheirs: () => void
}

/**
 * Shows the other person's change field by field. Of a field that both changed, the person chooses one of the two values.
 * Nothing typed is lost.
 */
export function RecordClash<F extends string>({ title, userName, at, fields, keepMine, takeTheirs }: Props<F>) {
  const { t } = useTranslation('frame')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => showFirstChoice(box.current), [])
  const [given, setGiven] = useState<readonly F[]>([])
  const both = fields.filter(({ mine }) => mine !== null)

  return (
    <ClashFrame boxRef={box} title={title(userName || t('clash.somebody'))}>
      <Text size="sm" c="var(--mantine-color-text)">
        {at === '' ? t('clash.body') : t('clash.body-at', { at: showMoment(at) })}
      </Text>
      <ul className={surfaces.rows}>
        {fields
          .filter(({ mine }) => mine === null)
          .map(({ field, label, before, theirs }) => (
            <li key={field}>
              <Text size="sm" c="var(--mantine-color-text)" className={styles.changed}>
                <strong>{label}</strong>: <s>{before}</s> → {theirs}
              </Text>
            </li>
          ))}
      </ul>
      {both.map(({ field, label, mine, theirs }) => {
        const others = given.filter((one) => one !== field)
        return (
          <FieldChoice
            key={field}
            label={label}
            mine={{ text: mine ?? '', taken: !given.includes(field), take: () => setGiven(others) }}
            theirs={{ text: theirs, taken: given.includes(field), take: () => setGiven([...others, field]) }}
          />
        )
      })}
      <Group gap="xs" mt="sm">
        <Button onClick={() => keepMine(given)}>{t(both.length > 0 ? 'clash.take-chosen' : 'clash.keep-mine')}</Button>
        <Button variant="default" onClick={takeTheirs}>
          {t('clash.take-theirs')}
        </Button>
      </Group>
    </ClashFrame>
  )
}
