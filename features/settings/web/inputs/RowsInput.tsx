import { ActionIcon, Button, Fieldset, Stack, Text } from '@mantine/core'
import { Plus, Trash2 } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowsSetting, SettingValue } from '#kernel/settings/form.ts'
import { usualOf } from '#kernel/settings/kinds.ts'
import type { SettingTexts } from '../setting-texts.ts'
import styles from '../settings.module.css'
import { ScalarInput, type ValueProps } from './ScalarInput.tsx'

type Row = Readonly<Record<string, SettingValue>>

type RowsInputProps = {
  readonly setting: RowsSetting
  readonly texts: SettingTexts
  readonly description: ReactNode
  /** The fault of the whole list. */
  readonly error?: ReactNode
  readonly rows: readonly Row[]
  readonly change: (rows: readonly Row[]) => void
  /** Returns the properties of the input for one column of one row. */
  readonly cell: (index: number, column: string) => ValueProps
}

/** Reports whether a row is one number, so that several rows stand beside each other. */
const isShort = (columns: RowsSetting['columns']): boolean =>
  columns.length === 1 && columns.every(({ kind }) => kind === 'amount' || kind === 'count')

/** The input for a list of rows, such as bank accounts. */
export function RowsInput({ setting, texts, description, error, rows, change, cell }: RowsInputProps) {
  const { t } = useTranslation('settings')
  const { name, columns, mostEntries } = setting
  const fresh: Row = Object.fromEntries(columns.map((column) => [column.name, usualOf(column)]))
  return (
    <Fieldset legend={texts.name(name)} className={styles.rows}>
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {description}
        </Text>
        <div className={styles.list} data-short={isShort(columns) || undefined}>
          {rows.map((row, index) => (
            // A row has no name of its own, and the inputs take their values from the form.
            // biome-ignore lint/suspicious/noArrayIndexKey: the position is the only name of a row
            <div key={index} className={styles.row}>
              {columns.map((column) => (
                <div key={column.name} className={styles.cell}>
                  <ScalarInput
                    setting={column}
                    label={texts.column(name, column.name)}
                    optionText={(option) => texts.option(`${name}.${column.name}`, option)}
                    input={cell(index, column.name)}
                  />
                </div>
              ))}
              <ActionIcon
                className={styles.remove}
                variant="subtle"
                color="red"
                size={36}
                aria-label={t('remove-row', { number: index + 1, name: texts.name(name) })}
                onClick={() => change(rows.filter((other) => other !== row))}
              >
                <Trash2 size={16} aria-hidden />
              </ActionIcon>
            </div>
          ))}
        </div>
        {error ? (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        ) : null}
        <div>
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            disabled={rows.length >= mostEntries}
            onClick={() => change([...rows, fresh])}
          >
            {t('add-row')}
          </Button>
        </div>
      </Stack>
    </Fieldset>
  )
}
