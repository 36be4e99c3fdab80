import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Check, Printer } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { refusal } from '#kernel/refusal.ts'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { showWallClock } from '#web/format.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { openPrintWindow } from '#web/ui/print-window.ts'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { type packagingDetail as Detail, packagingDetail } from '../domain/contract.ts'
import { BoxContents } from './BoxContents.tsx'
import { useCheckedLines } from './checked-lines.ts'
import styles from './packaging.module.css'
import { packagedAfterAll, usePacking } from './packing.ts'
import { PackingProblem } from './PackingProblem.tsx'
import { PackingSteps } from './PackingSteps.tsx'

type Order = OutputOf<typeof Detail>

/** One order on the bench: what goes into the box, who packs it, the label, and the press that finishes it. */
export function PackOrderDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('packaging')
  const answer = useAsk(packagingDetail, { id }, { topics: [`orders:${id}`] })
  return (
    <Dialog opened onClose={onClose} title={t('dialog.title', { id })} size="lg" closeOnClickOutside={false}>
      <div data-touch>
        {answer.data ? (
          <Box order={answer.data} onClose={onClose} />
        ) : answer.error ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <Loading />
        )}
      </div>
    </Dialog>
  )
}

const PACKER = 'packer-name'

function Box({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('packaging')
  const mayPackage = useMay('packaging.package')
  const { checked, check, forget } = useCheckedLines(order.id)
  const [name, setName] = useState(() => localStorage.getItem(PACKER) ?? '')
  const [left, setLeft] = useState(false)
  const packing = usePacking(order.id, () => {
    forget()
    onClose()
  })
  const packer = name.trim()
  const waiting = order.status === 'TO-PACKAGE' || packing.done
  const busy = packing.pending || packing.done

  const start = (overruleReason?: string) => {
    localStorage.setItem(PACKER, packer)
    packing.start(packer, overruleReason)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setLeft(true)
    if (packer !== '' && waiting && !busy) start()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Facts
          items={[
            {
              label: t('column.name'),
              value: order.label === '' || order.label === order.name ? order.name : `${order.name} · ${order.label}`,
            },
            { label: t('column.status'), value: <StatusBadge status={packing.done ? 'PACKAGED' : order.status} /> },
            {
              label: t('dialog.delivery'),
              value: order.expectedDelivery ? showWallClock(order.expectedDelivery) : null,
            },
            { label: t('dialog.address'), value: [order.address, order.city].filter(Boolean).join(', ') },
          ]}
        />
        {order.description || order.driverNote ? (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {[order.description, order.driverNote].filter(Boolean).join('\n')}
          </Text>
        ) : null}
        <BoxContents
          order={order}
          checked={checked}
          check={check}
          tickable={order.status === 'TO-PACKAGE' && mayPackage}
        />
        {order.status === 'TO-PACKAGE' && mayPackage ? (
          <TextInput
            size="lg"
            label={t('dialog.packed-by')}
            value={name}
            maxLength={100}
            autoComplete="name"
            readOnly={busy}
            error={left && packer === '' ? t('refusal.name-required') : undefined}
            onBlur={() => setLeft(true)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        ) : (
          <Facts items={[{ label: t('dialog.packed-by-whom'), value: order.packagedBy }]} />
        )}
        {packagedAfterAll(packing.problem, order.status) ? (
          <Alert color="green" variant="light" icon={<Check size={20} aria-hidden />} role="status">
            <Text c="var(--mantine-color-text)">{t('failure.packaged-after-all', { name: order.packagedBy })}</Text>
          </Alert>
        ) : (
          <PackingProblem problem={packing.problem} overrule={start} />
        )}
        <div className={styles.foot}>
          <PackingSteps packing={packing} />
          <Group justify="flex-end" gap="sm" grow preventGrowOverflow={false}>
            <Button
              size="lg"
              variant="default"
              leftSection={<Printer size={18} aria-hidden />}
              onClick={() => {
                if (!openPrintWindow(`/packaging-label/${order.id}`)) say.note(t('label.blocked'))
              }}
            >
              {t('action.print-label')}
            </Button>
            {mayPackage ? (
              <ActionButton
                type="submit"
                size="lg"
                pending={packing.pending}
                leftSection={<Check size={20} aria-hidden />}
                closed={
                  !waiting
                    ? refusal('refused', 'packaging.not-waiting', { status: order.status })
                    : packer === ''
                      ? t('refusal.name-required')
                      : packing.done
                        ? t('step.done')
                        : null
                }
              >
                {t('action.packaged')}
              </ActionButton>
            ) : null}
          </Group>
        </div>
      </Stack>
    </form>
  )
}
