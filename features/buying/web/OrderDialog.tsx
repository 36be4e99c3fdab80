import { Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import type { Quantity } from '#kernel/money.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { orderGoods, orderSheetDraft, type Proposal } from '../domain/contract.ts'

type Props = {
  provider: { readonly id: number; readonly name: string }
  lines: readonly { readonly line: Proposal; readonly quantity: Quantity }[]
  close: () => void
  ordered: () => void
}

/** Orders the ticked goods from a provider, with or without a mail of the order sheet. */
export function OrderDialog(props: Props) {
  const { t } = useTranslation('purchases')
  const draft = useAsk(orderSheetDraft, { providerId: props.provider.id }, { afresh: true })
  return (
    <Dialog
      opened
      onClose={props.close}
      title={t('order.title', { provider: props.provider.name, count: props.lines.length })}
      size="lg"
      closeOnClickOutside={false}
    >
      {draft.data ? (
        <OrderForm {...props} draft={draft.data} />
      ) : draft.error ? (
        <ErrorState error={draft.error} retry={() => void draft.refetch()} />
      ) : (
        <Loading rows={6} height={36} />
      )}
    </Dialog>
  )
}

/** In one piece, because all of it are fields of one form. */
function OrderForm({ provider, lines, close, ordered, draft }: Props & { draft: OutputOf<typeof orderSheetDraft> }) {
  const { t } = useTranslation('purchases')
  const [mail, setMail] = useState(draft)
  const [dueOn, setDueOn] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const run = useRun(orderGoods, { filling: true })
  const order = (mailed: boolean) =>
    run.mutateAsync({
      providerId: provider.id,
      dueOn,
      note,
      lines: lines.map(({ line, quantity }) => ({ productId: line.productId, quantity, missing: line.missing })),
      mail: mailed ? mail : null,
    })
  const press = (mailed: boolean) => {
    order(mailed).then(
      () => {
        say.done(t(mailed ? 'order.mailed' : 'order.done', { provider: provider.name, to: mail.to }))
        ordered()
      },
      // the message below says why
      () => undefined,
    )
  }
  const noAddress = mail.to.trim() === '' ? t('order.no-address') : null
  return (
    <Stack gap="sm">
      <Text size="sm">{lines.map(({ line }) => line.name).join(', ')}</Text>
      <Group grow align="flex-start" gap="sm">
        <DayInput
          label={t('paper.sheet.due')}
          description={t('order.due-hint')}
          clearable
          value={dueOn}
          onChange={(day) => setDueOn(day)}
        />
      </Group>
      <Textarea
        label={t('order.note')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <TextInput
        label={t('order.to')}
        type="email"
        autoComplete="off"
        value={mail.to}
        onChange={(event) => setMail({ ...mail, to: event.currentTarget.value })}
      />
      <TextInput
        label={t('order.subject')}
        value={mail.subject}
        onChange={(event) => setMail({ ...mail, subject: event.currentTarget.value })}
      />
      <Textarea
        label={t('order.body')}
        autosize
        minRows={4}
        maxRows={12}
        value={mail.body}
        onChange={(event) => setMail({ ...mail, body: event.currentTarget.value })}
      />
      <RefusalText error={run.error} />
      <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
        <ActionButton variant="default" onClick={close}>
          {t('action.cancel', { ns: 'frame' })}
        </ActionButton>
        <ActionButton variant="default" pending={run.isPending} onClick={() => press(false)}>
          {t('order.without-mail')}
        </ActionButton>
        <ActionButton pending={run.isPending} closed={noAddress} onClick={() => press(true)} data-autofocus>
          {t('order.by-mail')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
