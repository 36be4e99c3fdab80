import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { areEnough, BANK_COLUMNS, type BankColumn } from '../domain/bank-line.ts'
import styles from './bank-statements.module.css'

export type UnknownColumns = {
  /** The line of the headings in the file. */
  readonly line: number
  readonly headings: readonly string[]
  readonly columns: readonly (BankColumn | null)[]
  readonly examples: readonly (readonly string[])[]
}

type Props = {
  unknown: UnknownColumns
  pending: boolean
  confirm: (columns: readonly (BankColumn | null)[]) => void
  close: () => void
}

/** Asks what the columns of a CSV or Excel file contain. The answer is remembered for the bank. */
export function ColumnsDialog({ unknown, pending, confirm, close }: Props) {
  const { t } = useTranslation('bank-statements')
  const [columns, setColumns] = useState(unknown.columns)
  return (
    <Dialog opened onClose={close} title={t('columns.title')} closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text size="sm">{t('columns.hint')}</Text>
        {unknown.headings.map((heading, at) => (
          <div key={at} className={styles.column}>
            <NativeSelect
              label={heading || t('columns.unnamed', { number: at + 1 })}
              value={columns[at] ?? ''}
              data={[
                { value: '', label: t('columns.ignored') },
                ...BANK_COLUMNS.map((column) => ({ value: column, label: t(`column.${column}`) })),
              ]}
              onChange={(event) => {
                const chosen = BANK_COLUMNS.find((column) => column === event.currentTarget.value) ?? null
                setColumns((before) => before.map((column, place) => (place === at ? chosen : column)))
              }}
            />
            <small className={styles.quiet}>
              {unknown.examples
                .map((row) => row[at] ?? '')
                .filter(Boolean)
                .join(' · ')}
            </small>
          </div>
        ))}
        <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
          <ActionButton variant="default" onClick={close}>
            {t('keep')}
          </ActionButton>
          <ActionButton
            pending={pending}
            closed={areEnough(columns) ? null : t('refusal.file.columns-lack')}
            onClick={() => confirm(columns)}
          >
            {t('columns.read')}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
