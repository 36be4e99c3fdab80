import { Alert, Box, Group, Stack, Text } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '#web/api.ts'
import { useAsk } from '#web/query.ts'
import { endFactor, factorState, renewRecoveryCodes } from '#web/session-contract.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import type { FactorState } from '#accounts/domain/second-factor.ts'
import { type Success, SuccessAlert } from '../profile/SuccessAlert.tsx'
import { ProvedForm } from './ProvedForm.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpFactor } from './SetUpFactor.tsx'

/** The second factor of the own account: set up, renew the recovery codes, switch off. */
export function OwnSecondFactor() {
  const { t } = useTranslation('users')
  const state = useAsk(factorState, {})
  return (
    <Panel title={t('title.second-factor')}>
      {state.data ? (
        <Factor state={state.data} />
      ) : state.error ? (
        <ErrorState error={state.error} retry={() => void state.refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </Panel>
  )
}

type Task = 'set-up' | 'new-codes' | 'switch-off'

function Factor({ state }: { state: FactorState }) {
  const { t } = useTranslation('users')
  const [task, setTask] = useState<Task | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [success, setSuccess] = useState<Success | null>(null)
  const finish = (text: string | null) => {
    setTask(null)
    setCodes(null)
    if (text !== null) setSuccess({ text })
  }
  const cancel = () => setTask(null)
  return (
    <Stack gap="md">
      <Text size="sm">{t('factor.hint')}</Text>
      {task === null ? (
        <Text size="sm" c="dimmed">
          {state.since === null
            ? t('factor.off')
            : `${t('factor.since', { at: state.since })} ${t('factor.codes-left', { count: state.recoveryCodes })}`}
        </Text>
      ) : null}
      <Box maw={520}>
        {codes !== null ? (
          <RecoveryCodes codes={codes} kept={() => finish(null)} />
        ) : task === 'set-up' ? (
          <SetUpFactor done={() => finish(t('factor.switched-on'))} cancel={cancel} />
        ) : task === 'new-codes' ? (
          <ProvedForm
            saveLabel={t('second-factor.NEW-CODES')}
            onCancel={cancel}
            onSave={async (proof) => setCodes((await runCommand(renewRecoveryCodes, proof)).codes)}
          >
            <Text size="sm">{t('factor.new-codes-hint')}</Text>
          </ProvedForm>
        ) : task === 'switch-off' ? (
          <ProvedForm
            saveLabel={t('factor.switch-off')}
            onCancel={cancel}
            onSave={async (proof) => {
              await runCommand(endFactor, proof)
              finish(t('factor.switched-off'))
            }}
          />
        ) : (
          <Tasks state={state} choose={setTask} />
        )}
      </Box>
      <SuccessAlert success={success} />
    </Stack>
  )
}

function Tasks({ state, choose }: { state: FactorState; choose: (task: Task) => void }) {
  const { t } = useTranslation('users')
  if (state.since === null && !state.possible)
    return (
      <Alert color="yellow" variant="light" role="status" icon={<TriangleAlert size={16} aria-hidden />}>
        <Text size="sm" c="var(--mantine-color-text)">
          {t('refusal.factor-key-missing')}
        </Text>
      </Alert>
    )
  return (
    <Group gap="xs">
      {state.since === null ? (
        <ActionButton onClick={() => choose('set-up')}>{t('factor.set-up')}</ActionButton>
      ) : (
        <>
          <ActionButton variant="default" onClick={() => choose('new-codes')}>
            {t('second-factor.NEW-CODES')}
          </ActionButton>
          <ActionButton variant="default" onClick={() => choose('switch-off')}>
            {t('factor.switch-off')}
          </ActionButton>
        </>
      )}
    </Group>
  )
}
