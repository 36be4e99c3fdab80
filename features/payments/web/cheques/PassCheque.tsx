import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PartyPick } from '#features/parties/web/QuickParty.tsx'
import { providerPages } from '#features/providers/web/provider-pages.ts'
import { showMoney } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { type Cheque, passCheque } from '../../domain/cheques/contract.ts'

/** Asks for the provider, and passes the cheque on to them. */
export function PassCheque({ cheque, close }: { cheque: Cheque; close: () => void }) {
  const { t } = useTranslation('payments')
  const [provider, setProvider] = useState<{ id: number; name: string } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const run = useRun(passCheque)
  const press = () => {
    if (provider === null) return
    setError(null)
    run.mutateAsync({ id: cheque.id, providerId: provider.id }).then(() => {
      say.done(t('said.passed-on', { name: provider.name }))
      close()
    }, setError)
  }
  return (
    <Dialog
      opened
      onClose={close}
      title={t('pass-on.title', { amount: showMoney(cheque.amount) })}
      closeOnClickOutside={false}
    >
      <Stack gap="sm" mih={260}>
        <PartyPick
          pages={providerPages}
          startsHere
          label={t('kind.providers')}
          placeholder={t('create.party-placeholder')}
          onPick={setProvider}
          row={(row) => row.name}
        />
        {provider === null ? null : (
          <Text fw={600} data-chosen-provider={provider.id}>
            {provider.name}
          </Text>
        )}
        <RefusalText error={error} />
        <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
          <ActionButton variant="default" onClick={close}>
            {t('action.back')}
          </ActionButton>
          <ActionButton pending={run.isPending} closed={provider === null ? t('pass-on.choose') : null} onClick={press}>
            {t('cheque-move.pass-on')}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
