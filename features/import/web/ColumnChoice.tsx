import { SegmentedControl, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DecimalSign } from '#kernel/money.ts'
import { decimalSigns, NOTHING, showReading } from '#web/format.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { choiceColumns } from '../domain/choice-words.ts'
import { possibleKeys } from '../domain/columns.ts'
import { FIELDS, keepsOwnFields, OWN_FIELD } from '../domain/targets.ts'
import { type Choice, type LoadedFile, unclearIn } from './choice.ts'
import { fieldLabel } from './texts.ts'
import styles from './import.module.css'

type Props = { loaded: LoadedFile; choice: Choice; change: (patch: Partial<Choice>) => void }

/** What each column of the file contains. A field that another column has is moved to the column for which it is chosen. */
export function ColumnChoice({ loaded, choice, change }: Props) {
  const { file, headings, samples } = loaded
  const { t } = useTranslation(['import', 'parties', 'products'])
  const { target } = file
  const fields = FIELDS[target].map(({ name }) => ({ value: name, label: fieldLabel(t, target, name) }))
  const choices = keepsOwnFields(target) ? [...fields, { value: OWN_FIELD, label: t('import:own-field') }] : fields
  const set = (at: number, name: string | null) =>
    change({
      columns: choice.columns.map((column, index) =>
        index === at ? name : column === name && name !== OWN_FIELD ? null : column,
      ),
    })
  return (
    <Panel title={t('import:columns.title')}>
      <ul className={styles.columns}>
        {headings.map((heading, at) => (
          <li key={at} className={styles.column}>
            <div className={styles.heading}>
              {heading || t('import:columns.no-heading', { number: at + 1 })}
              <small>{samples[at]?.filter((cell) => cell !== '').join(' · ') || NOTHING}</small>
            </div>
            <Select
              aria-label={t('import:columns.contains', { heading: heading || at + 1 })}
              data={choices}
              value={choice.columns[at] ?? null}
              onChange={(name) => set(at, name)}
              placeholder={t('import:columns.left-out')}
              clearable
              searchable
            />
          </li>
        ))}
      </ul>
      <div className={styles.choices}>
        <Select
          label={t('import:key.label')}
          description={t('import:key.hint')}
          data={possibleKeys(target, choice.columns).map((name) => ({
            value: name,
            label: fieldLabel(t, target, name),
          }))}
          value={choice.key === '' ? null : choice.key}
          onChange={(key) => change({ key: key ?? '' })}
        />
      </div>
      <SignChoice loaded={loaded} choice={choice} change={change} />
      <TextChoice loaded={loaded} choice={choice} change={change} />
    </Panel>
  )
}

/** Asks how the numbers with two readings of each column are meant. What the file says itself is chosen already. */
function SignChoice({ loaded, choice, change }: Props) {
  const { t } = useTranslation('import')
  const unclear = unclearIn(loaded, choice)
  if (unclear.length === 0) return null
  return (
    <fieldset className={styles.signs}>
      <legend>{t('signs')}</legend>
      {unclear.map(({ at, text, sign: read }) => (
        <div key={at} className={styles.sign}>
          <span>{loaded.headings[at]}</span>
          <SegmentedControl
            size="xs"
            aria-label={t('sign-of', { heading: loaded.headings[at], text })}
            value={read ?? ''}
            data={decimalSigns().map((sign) => ({ value: sign, label: `${text} = ${showReading(text, sign)}` }))}
            onChange={(value) =>
              change({ signs: choice.signs.map((sign, place) => (place === at ? (value as DecimalSign) : sign)) })
            }
          />
        </div>
      ))}
    </fieldset>
  )
}

/** The answer that leaves the cells of a text out. */
const LEFT_OUT = ''

/** Shows what the texts of each column become whose field has only a few values, and asks what is not known. */
function TextChoice({ loaded: { file, headings, texts }, choice, change }: Props) {
  const { t } = useTranslation(['import', 'frame'])
  const columns = choiceColumns(file.target, choice.columns, texts)
  const label = (value: string) => t([`import:value.${value}`, `frame:unit.${value}`], { defaultValue: value })
  const set = (field: string, text: string, value: string) =>
    change({
      words: [
        ...choice.words.filter((word) => word.field !== field || word.text !== text),
        { field, text, value: value === LEFT_OUT ? null : value },
      ],
    })
  return columns.map(({ at, field, values, texts: found }) => (
    <fieldset key={at} className={styles.signs}>
      <legend>{t('import:values', { heading: headings[at] })}</legend>
      {found.map(({ text, known }) => {
        const answer = choice.words.find((word) => word.field === field && word.text === text)
        return (
          <div key={text} className={styles.sign}>
            <span>{text}</span>
            <Select
              size="xs"
              aria-label={t('import:value-of', { text, heading: headings[at] })}
              placeholder={t('import:value-unknown')}
              data={[
                ...values.map((value) => ({ value, label: label(value) })),
                { value: LEFT_OUT, label: t('import:columns.left-out') },
              ]}
              value={answer ? (answer.value ?? LEFT_OUT) : known}
              onChange={(value) => value !== null && set(field, text, value)}
              allowDeselect={false}
            />
          </div>
        )
      })}
    </fieldset>
  ))
}
