import { ActionIcon, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { Camera, Check, Clock, Printer } from 'lucide-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusal, Refused } from '#kernel/refusal.ts'
import { showWallClock } from '#web/format.ts'
import type { DeviceActions } from '#web/offline/device-actions.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { openPrintWindow, openWaitingWindow } from '#web/ui/paper/print-window.ts'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { type Box, packageOrder } from '../../domain/contract.ts'
import { packagingRights } from '../../domain/rights.ts'
import { packerNow, rememberPacker, usePrintWhenPackaged } from '../bench.ts'
import { useBoxOrder } from '../box-orders.ts'
import { BoxContents } from './BoxContents.tsx'
import { CameraDialog } from '#web/ui/scan/CameraDialog.tsx'
import { useBoxCheck } from './checked-lines.ts'
import styles from '../packaging.module.css'
import { PackerName } from './PackerName.tsx'
import { usePacking } from './packing.ts'
import { PackingProblem } from './PackingProblem.tsx'
import { PackingSteps } from './PackingSteps.tsx'
import { ScanNotice } from '../scan/ScanNotice.tsx'
import { useBoxScan } from './use-box-scan.ts'
import { useHandScanner } from '#web/ui/scan/use-hand-scanner.ts'

export type PackOrderDialogProps = { id: number; queue: DeviceActions; onClose: () => void }

/** The dialog to package one order: its contents, the packer, the label, and the button that completes it. */
export function PackOrderDialog({ id, queue, onClose }: PackOrderDialogProps) {
  const { t } = useTranslation('packaging')
  const answer = useBoxOrder(id)
  // While the order loads, the Enter key of a scanner must not press the focused button.
  useHandScanner(leaveAlone, answer.data === undefined)
  return (
    <Dialog opened onClose={onClose} title={t('dialog.title', { id })} size="lg" closeOnClickOutside={false}>
      <div data-touch>
        {answer.data ? (
          <OpenBox box={answer.data} queue={queue} onClose={onClose} />
        ) : answer.error ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <Loading />
        )}
      </div>
    </Dialog>
  )
}

const leaveAlone = () => undefined
const labelOf = (id: number): string => `/packaging-label/${id}`

function OpenBox({ box, queue, onClose }: { box: Box; queue: DeviceActions; onClose: () => void }) {
  const { t } = useTranslation('packaging')
  const mayPackage = useMay(packagingRights.package)
  const check = useBoxCheck(box)
  const [name, setName] = useState(packerNow)
  const [left, setLeft] = useState(false)
  const [prints, setPrints] = usePrintWhenPackaged()
  const [camera, setCamera] = useState(false)
  const label = useRef<ReturnType<typeof openWaitingWindow>>(null)
  const packing = usePacking(box, queue, {
    settled: () => {
      label.current?.show(labelOf(box.id))
    },
    failed: () => label.current?.close(),
    close: onClose,
  })
  const earlier = queue.actions.find(
    (action) => action.command === packageOrder.name && action.subject === `orders:${box.id}`,
  )
  const refused = earlier?.refusal
  const waits = (earlier !== undefined && refused === undefined && !packing.pending) || packing.kept
  const packer = name.trim()
  const open = box.status === 'TO-PACKAGE' && mayPackage && !waits
  const busy = packing.pending || packing.done || packing.kept
  const notWaiting =
    box.status !== 'TO-PACKAGE' && !packing.done
      ? refusal('refused', 'packaging.not-waiting', { status: box.status })
      : null
  const whyClosed = notWaiting
    ? refusalText(notWaiting)
    : waits
      ? t('waits.already')
      : packing.done
        ? t('step.done')
        : packing.pending
          ? t('scan.being-packed')
          : mayPackage
            ? null
            : t('refusal.forbidden', { ns: 'frame' })
  const { word, clear, receive, scanned } = useBoxScan(box, check, whyClosed)

  const start = (overruleReason?: string) => {
    rememberPacker(packer)
    // A person who presses again has read the previous refusal.
    if (refused && earlier) queue.dismiss(earlier.key)
    // Browsers allow a new window only during a press, so it opens before the result is known.
    label.current = prints ? openWaitingWindow() : null
    if (prints && label.current === null) say.note(t('label.blocked'))
    packing.start(packer, overruleReason)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setLeft(true)
    if (packer !== '' && open && !busy) start()
  }
  const closed =
    notWaiting ??
    (waits ? t('waits.already') : packer === '' ? t('refusal.name-required') : packing.done ? t('step.done') : null)

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Facts
          items={[
            {
              label: t('column.name'),
              value: box.label === '' || box.label === box.name ? box.name : `${box.name} · ${box.label}`,
            },
            { label: t('column.status'), value: <StatusBadge status={packing.done ? 'PACKAGED' : box.status} /> },
            { label: t('dialog.delivery'), value: box.expectedDelivery ? showWallClock(box.expectedDelivery) : null },
            { label: t('dialog.address'), value: [box.address, box.city].filter(Boolean).join(', ') },
          ]}
        />
        {box.description || box.driverNote ? (
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {[box.description, box.driverNote].filter(Boolean).join('\n')}
          </Text>
        ) : null}
        <BoxContents box={box} inBox={check.inBox} tick={check.tick} tickable={open} scanned={scanned} />
        {open ? (
          <div>
            <PackerName name={name} setName={setName} readOnly={busy} left={left} leave={() => setLeft(true)} />
            <Switch
              size="md"
              className={styles.prints}
              label={t('label.when-packaged')}
              checked={prints}
              onChange={(event) => setPrints(event.currentTarget.checked)}
            />
          </div>
        ) : (
          <Facts items={[{ label: t('dialog.packed-by-whom'), value: box.packagedBy || (waits ? packer : '') }]} />
        )}
        <PackingProblem
          problem={packing.problem ?? (refused && !busy ? new Refused(refused) : null)}
          overrule={start}
        />
        <div className={styles.foot}>
          <ScanNotice word={word} clear={clear} />
          {waits ? (
            <Group role="status" className={styles.waits} wrap="nowrap" gap="sm">
              <Clock size={20} aria-hidden />
              <span>{t('waits.text')}</span>
              <Button variant="default" size="md" mih={48} onClick={queue.tryNow}>
                {t('offline.try-now', { ns: 'frame' })}
              </Button>
            </Group>
          ) : null}
          <PackingSteps packing={packing} />
          <div className={styles.presses}>
            {open && 'mediaDevices' in navigator ? (
              <ActionIcon
                size={50}
                variant="default"
                aria-label={t('scan.camera')}
                onClick={() => setCamera(true)}
                disabled={busy}
              >
                <Camera size={22} aria-hidden />
              </ActionIcon>
            ) : null}
            <Button
              size="lg"
              variant="default"
              leftSection={<Printer size={18} aria-hidden />}
              onClick={() => {
                if (!openPrintWindow(labelOf(box.id))) say.note(t('label.blocked'))
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
                closed={closed}
              >
                {t('action.packaged')}
              </ActionButton>
            ) : null}
          </div>
        </div>
      </Stack>
      {camera ? (
        <CameraDialog hint={t('scan.camera-hint')} onCode={(code) => receive([code])} onClose={() => setCamera(false)}>
          <ScanNotice word={word} clear={clear} />
        </CameraDialog>
      ) : null}
    </form>
  )
}
