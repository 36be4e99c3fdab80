import { List, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { Refused } from '#kernel/refusal.ts'
import { type Setting, settingsContracts, type SettingValues } from '#kernel/settings/form.ts'
import { askQuery } from '#web/api.ts'
import { allNamespaces } from '#web/i18n.ts'
import { useAsk, useRun } from '#web/query.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { RecordHistory } from '#web/ui/history/HistoryList.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { NOTHING } from '#web/format.ts'
import { settingsHistory } from '../domain/contract.ts'
import { settingsRights } from '../domain/rights.ts'
import {
  changedValues,
  clashing,
  type Shortened,
  shortened,
  shownValues,
  type TypedForm,
  type TypedValues,
} from './form-values.ts'
import { CompanyLogo } from './CompanyLogo.tsx'
import { RegistryFill } from './inputs/RegistryFill.tsx'
import { SettingInput } from './inputs/SettingInput.tsx'
import { useSettingTexts } from './setting-texts.ts'
import { shownSetting } from './shown-value.ts'
import styles from './settings.module.css'
import { LOGO } from './use-named-settings.ts'
import { WORDS } from '#web/language/text-files.ts'
import { needTexts } from '#web/language/needed-texts.ts'

// these words of all areas are in a file of their own
needTexts(WORDS)

type ReadContract = ReturnType<typeof settingsContracts>['read']
type FormAnswer = OutputOf<ReadContract>

type SettingsFormPanelProps = {
  readonly name: string
  /** The setting that is shown first. */
  readonly wanted?: string | undefined
}

/** Shows a settings form with its history. */
export function SettingsFormPanel({ name, wanted }: SettingsFormPanelProps) {
  const { t } = useTranslation('settings')
  // The server knows the settings of the form and its right. The page needs only the address of the query.
  const { read } = useMemo(() => settingsContracts({ name, right: settingsRights.write, settings: [] }), [name])
  const answer = useAsk(read, {}, { afresh: true })
  if (!answer.data)
    return (
      <Panel title={t(`form.${name}.title`)}>
        {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={8} />}
      </Panel>
    )
  return <OpenedForm name={name} answer={answer.data} wanted={wanted} />
}

function OpenedForm({ name, answer, wanted }: SettingsFormPanelProps & { readonly answer: FormAnswer }) {
  const { t } = useTranslation('settings')
  const { settings, effectiveAt, id } = answer
  const texts = useSettingTexts(name)
  const { form, mine, lessThanBefore, theirValue, save } = useSettingsForm(name, answer)
  return (
    <>
      <Panel title={t(`form.${name}.title`)}>
        <RecordForm
          form={form}
          actions={
            settings.some((setting) => setting.kind === 'text' && setting.registry) ? (
              <RegistryFill form={form} settings={settings} texts={texts} />
            ) : null
          }
          saveLabel={t('save')}
          closed={Object.keys(mine).length === 0 ? t('word.nothing-has-changed') : null}
          confirmFirst={async ({ values }) => {
            const less = lessThanBefore(values)
            return less.length === 0 || confirmShorter(name, less, effectiveAt ?? '', t)
          }}
          onSave={async ({ values }) => {
            await save(values)
            say.done(t('said.saved'))
          }}
        >
          <Text size="sm">{t(`form.${name}.body`, { at: effectiveAt ?? '' })}</Text>
          <div className={styles.fields}>
            {settings.map((setting) => (
              <div
                key={setting.name}
                className={styles.field}
                data-kind={shapeOf(setting)}
                ref={setting.name === wanted ? showFirst : undefined}
              >
                <SettingInput form={form} setting={setting} texts={texts} note={theirValue(setting.name)} />
              </div>
            ))}
          </div>
        </RecordForm>
      </Panel>
      {name === 'company' ? <CompanyLogo {...(wanted === LOGO && { content: showFirst })} /> : null}
      <Panel title={t('history.title', { ns: 'frame' })}>
        <RecordHistory
          contract={settingsHistory}
          id={id}
          showValue={(field, value, other) => {
            if (field === 'logo') return value === null ? NOTHING : t('logo-state.SET')
            const setting = settings.find((one) => field === `${name}.${one.name}` || field === one.name)
            return setting ? shownSetting(setting, value, other, texts) : NOTHING
          }}
        />
      </Panel>
    </>
  )
}

/** Brings the setting that the address names into view, ready to be typed. */
function showFirst(field: HTMLElement | null): void {
  field?.scrollIntoView({ block: 'center' })
  field?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
}

/** Says how much room the input of a setting needs. */
function shapeOf(setting: Setting): 'short' | 'wide' | 'text' {
  if (setting.kind === 'rows' || setting.kind === 'names') return 'wide'
  if (setting.kind === 'text') return setting.lines ? 'wide' : 'text'
  return setting.kind === 'choice' || setting.kind === 'yes-no' ? 'text' : 'short'
}

/**
 * The form, and the values on which this person bases the changes. After a conflict they become the values that the
 * other person has saved, and `theirValue` names them at each setting that both have changed.
 */
function useSettingsForm(name: string, { settings, values: stored }: FormAnswer) {
  const { t } = useTranslation('settings')
  const texts = useSettingTexts(name)
  const contracts = useMemo(() => settingsContracts({ name, right: settingsRights.write, settings }), [name, settings])
  const [base, setBase] = useState<SettingValues>(stored)
  const [clashes, setClashes] = useState<readonly string[]>([])
  const run = useRun(contracts.save)
  const inputOf = (values: TypedValues) => {
    const mine = changedValues(base, values)
    return { values: mine as SettingValues, shown: shownValues(base, mine) }
  }
  const form = useRecordForm<TypedForm>({
    initialValues: { values: { ...stored } },
    schema: contracts.save.input,
    toInput: ({ values }) => inputOf(values),
  })
  const mine = changedValues(base, form.getValues().values)

  /** After a conflict, shows what the other person has saved wherever this person has changed nothing. */
  const takeTheirs = async () => {
    const { values: theirs } = await askQuery(contracts.read, {})
    setClashes(clashing(base, mine, theirs))
    setBase(theirs)
    form.setValues({ values: { ...theirs, ...mine } })
  }
  const save = async (values: TypedValues) => {
    const input = inputOf(values)
    await run.mutateAsync(input).catch(async (error: unknown) => {
      // The person reads the conflict even if the other person's values cannot be fetched.
      if (error instanceof Refused && error.refusal.kind === 'conflict') await takeTheirs().catch(() => undefined)
      throw error
    })
    setBase({ ...base, ...input.values })
    setClashes([])
  }
  return {
    form,
    mine,
    /** Returns the periods that these values make shorter. */
    lessThanBefore: (values: TypedValues) => shortened(settings, base, changedValues(base, values)),
    theirValue: (name: string) => {
      const setting = settings.find((one) => one.name === name)
      if (!setting || !clashes.includes(name)) return null
      return t('their-value', { value: shownSetting(setting, base[name], mine[name], texts) })
    },
    save,
  }
}

/** Lists what is kept for a shorter time, and returns whether the person confirms it. */
function confirmShorter(form: string, less: readonly Shortened[], effectiveAt: string, t: TFunction): Promise<boolean> {
  const nameOf = (setting: string) => t(`field.${form}.${setting}`, { ns: ['settings', ...allNamespaces()] })
  return confirm({
    title: t('shorter.title'),
    confirmLabel: t('shorter.confirm'),
    danger: true,
    body: (
      <Stack gap="sm">
        <List size="sm">
          {less.map(({ name, before, after }) => (
            <List.Item key={name}>{t('shorter.row', { name: nameOf(name), before, after })}</List.Item>
          ))}
        </List>
        <Text size="sm">{t('shorter.body', { at: effectiveAt })}</Text>
      </Stack>
    ),
  })
}
