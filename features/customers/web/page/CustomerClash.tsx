import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMoment } from '#web/format.ts'
import { ClashFrame } from '#web/ui/clash/ClashFrame.tsx'
import { FieldChoice } from '#web/ui/clash/FieldChoice.tsx'
import { showFirstChoice } from '#web/ui/clash/show-first-choice.ts'
import surfaces from '#web/ui/surfaces.module.css'
import styles from '../customers.module.css'
import { fieldText } from '../field-text.ts'
import { type CustomerField, type CustomerInput, FIELD_NAMES, type StoredCustomer } from '../form/customer-form.ts'

/** The data that another person has saved in the meantime, with name and moment. */
export type Clash = { theirs: StoredCustomer; userName: string; at: string }

type CustomerClashProps = {
  clash: Clash
  base: StoredCustomer
  /** The fields that this person changed. */
  mine: Partial<CustomerInput>
  /** Keeps the person's changes, except those in the named fields. */
  keepMine: (except: readonly CustomerField[]) => void
  takeTheirs: () => void
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Shows the other person's change field by field. Of a field that both changed, the person chooses one of the two values.
 * Nothing typed is lost.
 */
export function CustomerClash({ clash, base, mine, keepMine, takeTheirs }: CustomerClashProps) {
  const { t } = useTranslation('customers')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => showFirstChoice(box.current), [])
  const changed = FIELD_NAMES.filter((field) => !same(base[field], clash.theirs[field]))
  // the place on the map follows the choice about the address
  const both = changed.filter((field) => Object.hasOwn(mine, field) && field !== 'lat' && field !== 'lon')
  const [given, setGiven] = useState<readonly CustomerField[]>([])

  return (
    <ClashFrame boxRef={box} title={t('clash.title', { name: clash.userName || t('clash.somebody') })}>
      <Text size="sm" c="var(--mantine-color-text)">
        {clash.at === '' ? t('clash.body') : t('clash.body-at', { at: showMoment(clash.at) })}
      </Text>
      <ul className={surfaces.rows}>
        {changed
          .filter((field) => !both.includes(field))
          .map((field) => (
            <li key={field}>
              <Text size="sm" c="var(--mantine-color-text)" className={styles.rowText}>
                <strong>{t(`field.${field}`)}</strong>: <s>{fieldText(field, base[field])}</s> →{' '}
                {fieldText(field, clash.theirs[field])}
              </Text>
            </li>
          ))}
      </ul>
      {both.map((field) => {
        const others = given.filter((one) => one !== field)
        return (
          <FieldChoice
            key={field}
            label={t(`field.${field}`)}
            mine={{
              text: fieldText(field, mine[field as keyof CustomerInput]),
              taken: !given.includes(field),
              take: () => setGiven(others),
            }}
            theirs={{
              text: fieldText(field, clash.theirs[field]),
              taken: given.includes(field),
              take: () => setGiven([...others, field]),
            }}
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
