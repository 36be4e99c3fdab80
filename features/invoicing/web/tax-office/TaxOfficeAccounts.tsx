import { Alert, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useDisclosure } from '@mantine/hooks'
import { CircleCheck, KeyRound, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { OutputOf } from '#kernel/contract.ts'
import type { Trial } from '#kernel/settings/environment.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { forgetTaxOffice, saveTaxOffice, taxOfficeAccounts, tryTaxOffice } from '../../domain/tax-office.ts'

type Known = OutputOf<typeof taxOfficeAccounts>['real']

/** Shows the accounts of the company at the tax office, and stores, tries and forgets them. */
export default function TaxOfficeAccounts() {
  const { t } = useTranslation('invoicing')
  const accounts = useAsk(taxOfficeAccounts, {})
  return (
    <Panel title={t('tax-office.title')}>
      {accounts.data ? (
        <Stack gap="md">
          <Text size="sm">{t('tax-office.what')}</Text>
          {accounts.data.simulated ? <Text size="sm">{t('tax-office.simulated')}</Text> : null}
          <Account known={accounts.data.real} simulated={accounts.data.simulated} test={false} />
          <Account known={accounts.data.test} simulated={accounts.data.simulated} test />
        </Stack>
      ) : accounts.error ? (
        <ErrorState error={accounts.error} retry={() => void accounts.refetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </Panel>
  )
}

function Account({ known, simulated, test }: { known: Known; simulated: boolean; test: boolean }) {
  const { t } = useTranslation('invoicing')
  const name = t(test ? 'tax-office.test' : 'tax-office.real')
  const [editing, edit] = useDisclosure(false)
  const trial = useRun(tryTaxOffice)
  return (
    <section>
      <Title order={3} size="h5">
        {name}
      </Title>
      {known || !simulated ? (
        <Text size="sm">{known ? t('tax-office.user-is', { user: known.userId }) : t('tax-office.none')}</Text>
      ) : null}
      <Group gap="xs" mt="xs">
        <Button
          variant="default"
          leftSection={<KeyRound size={16} aria-hidden />}
          aria-label={`${t(known ? 'tax-office.change' : 'tax-office.enter')}: ${name}`}
          onClick={edit.open}
        >
          {t(known ? 'tax-office.change' : 'tax-office.enter')}
        </Button>
        {known || simulated ? (
          <ActionButton
            variant="default"
            aria-label={`${t('tax-office.try')}: ${name}`}
            pending={trial.isPending}
            onClick={() => trial.mutate({ test })}
          >
            {t('tax-office.try')}
          </ActionButton>
        ) : null}
        {known ? <Forget name={name} test={test} /> : null}
      </Group>
      <div aria-live="polite">
        {trial.isPending ? null : trial.error ? (
          <RefusalText error={trial.error} />
        ) : trial.data ? (
          <Result trial={trial.data} />
        ) : null}
      </div>
      <Dialog opened={editing} onClose={edit.close} title={name} closeOnClickOutside={false}>
        <AccountForm known={known} test={test} onEnd={edit.close} />
      </Dialog>
    </section>
  )
}

function Result({ trial }: { trial: Trial }) {
  const { t } = useTranslation('invoicing')
  const works = trial.kind === 'works'
  const Icon = works ? CircleCheck : TriangleAlert
  return (
    <Alert color={works ? 'green' : 'red'} variant="light" py="xs" mt="xs" icon={<Icon size={16} aria-hidden />}>
      {works
        ? t('tax-office.works')
        : t(`tax-office.fault.${trial.fault}`, { defaultValue: t('tax-office.fault.other') })}
    </Alert>
  )
}

const zTyped = z.object({ userId: z.string().trim().min(1).max(100), key: z.string().max(200) })

function AccountForm({ known, test, onEnd }: { known: Known; test: boolean; onEnd: () => void }) {
  const { t } = useTranslation('invoicing')
  const save = useRun(saveTaxOffice)
  const form = useRecordForm<z.output<typeof zTyped>>({
    initialValues: { userId: known?.userId ?? '', key: '' },
    schema: zTyped,
  })
  return (
    <RecordForm
      form={form}
      saveLabel={t('tax-office.save')}
      guard={false}
      onCancel={onEnd}
      onSave={async (typed) => {
        await save.mutateAsync({ ...typed, test })
        onEnd()
        say.done(t('tax-office.saved'))
      }}
    >
      <TextInput
        label={t('tax-office.user')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('userId')}
      />
      <PasswordField
        label={t('tax-office.key')}
        description={t(known ? 'tax-office.key-stays' : 'tax-office.key-hint')}
        required={known === null}
        // a password manager must not take it for the password of the person
        autoComplete="new-password"
        {...form.getInputProps('key')}
      />
    </RecordForm>
  )
}

function Forget({ name, test }: { name: string; test: boolean }) {
  const { t } = useTranslation('invoicing')
  const run = useRun(forgetTaxOffice, { onError: (error) => say.failed(error) })
  const ask = async () => {
    const sure = await confirm({
      title: `${t('tax-office.forget')}: ${name}`,
      body: t('tax-office.forget-body'),
      confirmLabel: t('tax-office.forget'),
    })
    if (sure) run.mutate({ test })
  }
  return (
    <Button
      variant="default"
      aria-label={`${t('tax-office.forget')}: ${name}`}
      loading={run.isPending}
      onClick={() => void ask()}
    >
      {t('tax-office.forget')}
    </Button>
  )
}
