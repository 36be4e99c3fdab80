import { ActionIcon, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { Camera, Check, Clock, Printer } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
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
import { type BoxPhase, phaseOf } from '../../domain/box-phase.ts'
import { type Box, packageOrder } from '../../domain/contract.ts'
import { packagingRights } from '../../domain/rights.ts'
import { packerNow, rememberPacker, usePrintWhenPackaged } from '../tablet.ts'
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

/** The phases in which the packer's name can still be seen as a field. */
const OPEN: readonly BoxPhase[] = ['ready', 'sending', 'done']
/** The phases in which a press of this dialog has been made. */
const PRESSED: readonly BoxPhase[] = ['sending', 'done']

function OpenBox({ box, queue, onClose }: { box: Box; queue: DeviceActions; onClose: () => void }) {
  const mayPackage = useMay(packagingRights.package)
  const check = useBoxCheck(box)
  const [name, setName] = useState(packerNow)
  const [left, setLeft] = useState(false)
  const packer = name.trim()
  const earlier = queue.actions.find(
    (action) => action.command === packageOrder.name && action.subject === `orders:${box.id}`,
  )
  const { packing, prints, setPrints, start } = usePrintedPacking(box, queue, onClose)
  const phase = phaseOf({
    status: box.status,
    mayPackage,
    press: packing.press,
    hasEarlierPress: earlier !== undefined && earlier.refusal === undefined,
  })
  const why = useWhyClosed(box)
  const { word, clear, receive, scanned } = useBoxScan(box, check, why(phase))
  const pressed = PRESSED.includes(phase)
  const refused = !pressed && earlier?.refusal ? new Refused(earlier.refusal) : null

  const pack = (overruleReason?: string) => {
    rememberPacker(packer)
    // A person who presses again has read the previous refusal.
    if (earlier?.refusal) queue.dismiss(earlier.key)
    start(packer, overruleReason)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setLeft(true)
    if (packer !== '' && phase === 'ready') pack()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <BoxHead box={box} packaged={phase === 'done'} />
        <BoxContents
          box={box}
          inBox={check.inBox}
          tick={check.tick}
          tickable={OPEN.includes(phase)}
          scanned={scanned}
        />
        {OPEN.includes(phase) ? (
          <div>
            <PackerName name={name} setName={setName} readOnly={pressed} left={left} leave={() => setLeft(true)} />
            <PrintSwitch prints={prints} setPrints={setPrints} />
          </div>
        ) : (
          <PackagedBy name={box.packagedBy || (phase === 'waits' ? packer : '')} />
        )}
        <PackingProblem problem={packing.problem ?? refused} overrule={pack} />
        <div className={styles.foot}>
          <ScanNotice word={word} clear={clear} />
          {phase === 'waits' ? <WaitingNotice tryNow={queue.tryNow} /> : null}
          <PackingSteps packing={packing} />
          <Presses
            box={box}
            phase={phase}
            mayPackage={mayPackage}
            nameless={packer === ''}
            receive={receive}
            notice={<ScanNotice word={word} clear={clear} />}
          />
        </div>
      </Stack>
    </form>
  )
}

/** Packages the order. If the label is wanted, its window opens with the press and is filled when the order is packaged. */
function usePrintedPacking(box: Box, queue: DeviceActions, onClose: () => void) {
  const { t } = useTranslation('packaging')
  const [prints, setPrints] = usePrintWhenPackaged()
  const label = useRef<ReturnType<typeof openWaitingWindow>>(null)
  const packing = usePacking(box, queue, {
    settled: () => label.current?.show(labelOf(box.id)),
    failed: () => label.current?.close(),
    close: onClose,
  })
  const start = (packer: string, overruleReason?: string) => {
    // Browsers allow a new window only during a press, so it opens before the result is known.
    label.current = prints ? openWaitingWindow() : null
    if (prints && label.current === null) say.note(t('label.blocked'))
    packing.start(packer, overruleReason)
  }
  return { packing, prints, setPrints, start }
}

/** Returns a function that says why an order in a phase takes neither scans nor a press, or null if it does. */
function useWhyClosed(box: Box): (phase: BoxPhase) => string | null {
  const { t } = useTranslation('packaging')
  return (phase) => {
    switch (phase) {
      case 'ready':
        return null
      case 'sending':
        return t('scan.being-packed')
      case 'done':
        return t('step.done')
      case 'waits':
        return t('waits.already')
      case 'not-waiting':
        return refusalText(refusal('refused', 'packaging.not-waiting', { status: box.status }))
      case 'forbidden':
        return t('refusal.forbidden', { ns: 'frame' })
    }
  }
}

/** Shows whose order it is, where it goes, and the notes about it. */
function BoxHead({ box, packaged }: { box: Box; packaged: boolean }) {
  const { t } = useTranslation('packaging')
  const name = box.label === '' || box.label === box.name ? box.name : `${box.name} · ${box.label}`
  const notes = [box.description, box.driverNote].filter(Boolean).join('\n')
  return (
    <>
      <Facts
        items={[
          { label: t('column.name'), value: name },
          { label: t('column.status'), value: <StatusBadge status={packaged ? 'PACKAGED' : box.status} /> },
          { label: t('dialog.delivery'), value: box.expectedDelivery ? showWallClock(box.expectedDelivery) : null },
          { label: t('dialog.address'), value: [box.address, box.city].filter(Boolean).join(', ') },
        ]}
      />
      {notes === '' ? null : (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {notes}
        </Text>
      )}
    </>
  )
}

function PrintSwitch({ prints, setPrints }: { prints: boolean; setPrints: (prints: boolean) => void }) {
  const { t } = useTranslation('packaging')
  return (
    <Switch
      size="md"
      className={styles.prints}
      label={t('label.when-packaged')}
      checked={prints}
      onChange={(event) => setPrints(event.currentTarget.checked)}
    />
  )
}

function PackagedBy({ name }: { name: string }) {
  const { t } = useTranslation('packaging')
  return <Facts items={[{ label: t('dialog.packed-by-whom'), value: name }]} />
}

function WaitingNotice({ tryNow }: { tryNow: () => void }) {
  const { t } = useTranslation('packaging')
  return (
    <Group role="status" className={styles.waits} wrap="nowrap" gap="sm">
      <Clock size={20} aria-hidden />
      <span>{t('waits.text')}</span>
      <Button variant="default" size="md" mih={48} onClick={tryNow}>
        {t('offline.try-now', { ns: 'frame' })}
      </Button>
    </Group>
  )
}

type PressesProps = {
  box: Box
  phase: BoxPhase
  mayPackage: boolean
  /** True while no packer is named. */
  nameless: boolean
  receive: (codes: readonly string[]) => void
  /** The message about the last scan, shown over the camera too. */
  notice: ReactNode
}

/** Shows the buttons: the camera as a scanner, the label, and the one that completes the order. */
function Presses({ box, phase, mayPackage, nameless, receive, notice }: PressesProps) {
  const { t } = useTranslation('packaging')
  const why = useWhyClosed(box)
  const [camera, setCamera] = useState(false)
  const closed = phase === 'ready' && nameless ? t('refusal.name-required') : phase === 'sending' ? null : why(phase)
  return (
    <div className={styles.presses}>
      {OPEN.includes(phase) && 'mediaDevices' in navigator ? (
        <ActionIcon
          size={50}
          variant="default"
          aria-label={t('scan.camera')}
          onClick={() => setCamera(true)}
          disabled={PRESSED.includes(phase)}
        >
          <Camera size={20} aria-hidden />
        </ActionIcon>
      ) : null}
      <Button
        size="lg"
        variant="default"
        leftSection={<Printer size={20} aria-hidden />}
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
          pending={phase === 'sending'}
          leftSection={<Check size={20} aria-hidden />}
          closed={closed}
        >
          {t('action.packaged')}
        </ActionButton>
      ) : null}
      {camera ? (
        <CameraDialog hint={t('scan.camera-hint')} onCode={(code) => receive([code])} onClose={() => setCamera(false)}>
          {notice}
        </CameraDialog>
      ) : null}
    </div>
  )
}
