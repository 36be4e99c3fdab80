import { Alert, Button, Group, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showDay } from '#kernel/day.ts'
import { showMoment, showRate } from '#web/format.ts'
import surfaces from '#web/ui/surfaces.module.css'
import styles from '../customers.module.css'
import { type CustomerInput, FIELD_NAMES, type StoredCustomer } from '../form/customer-form.ts'

/** The data that another person has saved in the meantime, with name and moment. */
export type Clash = { theirs: StoredCustomer; userName: string; at: string }

export type CustomerClashProps = {
  clash: Clash
  base: StoredCustomer
  /** The fields that this person changed. */
  mine: Partial<CustomerInput>
  keepMine: () => void
  takeTheirs: () => void
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Shows the other person's change field by field, and offers both ways to continue without losing data. */
export function CustomerClash({ clash, base, mine, keepMine, takeTheirs }: CustomerClashProps) {
  const { t } = useTranslation('customers')
  const box = useRef<HTMLDivElement>(null)
  // The pressed button is far below this message.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  const changed = FIELD_NAMES.filter((field) => !same(base[field], clash.theirs[field]))

  const show = (field: keyof StoredCustomer, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (field === 'discount' || field === 'vatType') return showRate(Number(value))
    if (field === 'startDate') return showDay(value as string)
    if (field === 'tags') return (value as string[]).join(', ') || '–'
    if (field === 'customFields')
      return (value as StoredCustomer['customFields']).map((own) => `${own.name}: ${own.value}`).join(' · ') || '–'
    if (field === 'extraAddresses')
      return (value as StoredCustomer['extraAddresses']).map((own) => own.address).join(' · ') || '–'
    return value as string
  }

  return (
    <Alert
      ref={box}
      color="yellow"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      icon={<TriangleAlert size={16} aria-hidden />}
      title={t('clash.title', { name: clash.userName || t('clash.somebody') })}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {clash.at === '' ? t('clash.body') : t('clash.body-at', { at: showMoment(clash.at) })}
      </Text>
      <ul className={surfaces.rows}>
        {changed.map((field) => (
          <li key={field}>
            <Text size="sm" c="var(--mantine-color-text)" className={styles.rowText}>
              <strong>{t(`field.${field}`)}</strong>: <s>{show(field, base[field])}</s> →{' '}
              {show(field, clash.theirs[field])}
              {Object.hasOwn(mine, field)
                ? ` · ${t('clash.mine', { value: show(field, mine[field as keyof CustomerInput]) })}`
                : ''}
            </Text>
          </li>
        ))}
      </ul>
      <Group gap="xs" mt="sm">
        <Button onClick={keepMine}>{t('clash.keep-mine')}</Button>
        <Button variant="default" onClick={takeTheirs}>
          {t('clash.take-theirs')}
        </Button>
      </Group>
    </Alert>
  )
}
