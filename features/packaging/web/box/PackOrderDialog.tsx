import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { showWallClock } from '#web/format.ts'
import { Clock } from '#web/ui/icon/icons.ts'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NamedShortage } from '#features/stock/domain/availability.ts'
import { oneLineAddress } from '#kernel/address.ts'
import { Refused } from '#kernel/refusal.ts'
import type { DeviceActions } from '#web/offline/device-actions.ts'
import { useHere } from '#web/live/presence.ts'
import { useMay, usePerson } from '#web/session.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { openWaitingWindow } from '#web/ui/paper/print-window.ts'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { phaseOf } from '../../domain/box-phase.ts'
import { type Box, PACKAGING_PLACE } from '../../domain/contract.ts'
import { packagingRights } from '../../domain/rights.ts'
import { personHere, rememberPerson, workerHere } from '#web/tablet/people.ts'
import { useBoxOrder } from '../box-orders.ts'
import { BoxContents } from './BoxContents.tsx'
import { useBoxCheck } from './checked-lines.ts'
import { useCounting } from './counting.ts'
import styles from '../packaging.module.css'
import { PackerName } from './PackerName.tsx'
import { OtherPackers } from '../OtherPackers.tsx'
import { PackedParcels, ParcelsField } from './ParcelsField.tsx'
import { type PackedMore, pressOf, usePacking } from './packing.ts'
import { PackingProblem } from './PackingProblem.tsx'
import { PackingSteps } from './PackingSteps.tsx'
import { labelOf, MissingSwitch, OPEN, PRESSED, Presses, useWhyClosed } from './Presses.tsx'
import { RestNotice } from './RestNotice.tsx'
import { ScanNotice } from '#web/ui/scan/ScanNotice.tsx'
import { useBoxScan } from './use-box-scan.ts'
import { useHandScanner } from '#web/ui/scan/use-hand-scanner.ts'
import { useLocalStorage } from '@mantine/hooks'

type PackOrderDialogProps = {
  id: number
  queue: DeviceActions
  onClose: () => void
  /** True if the focus begins at the button that packages the order, for a person at a keyboard. */
  startsAtPress?: boolean
}

/** The dialog to package one order: its contents, the packer, the label, and the button that completes it. */
export function PackOrderDialog({ id, queue, onClose, startsAtPress = false }: PackOrderDialogProps) {
  const { t } = useTranslation('packaging')
  const answer = useBoxOrder(id)
  useHere(PACKAGING_PLACE, id)
  // While the order loads, the Enter key of a scanner must not press the focused button.
  useHandScanner(leaveAlone, answer.data === undefined)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('dialog.title', { id })}
      mark={<OtherPackers id={id} aloud />}
      size="lg"
      closeOnClickOutside={false}
    >
      <div data-touch>
        {answer.data ? (
          <OpenBox box={answer.data} queue={queue} onClose={onClose} startsAtPress={startsAtPress} />
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

/** Holds what the packer does with an open order: ticks, scans, quantities, name and press. */
function useOpenBox(box: Box, queue: DeviceActions, onClose: () => void) {
  const { t } = useTranslation('packaging')
  const mayPackage = useMay(packagingRights.package)
  const check = useBoxCheck(box)
  const field = usePackerField()
  const packer = field.name.trim()
  const earlier = pressOf(queue.actions, box.id)
  const [parcels, setParcels] = useState<number | null>(1)
  const { packing, start, ...printing } = usePrintedPacking(box, queue, onClose)
  const phase = phaseOf({
    status: box.status,
    mayPackage,
    press: packing.press,
    hasEarlierPress: earlier !== undefined && earlier.refusal === undefined,
  })
  const why = useWhyClosed(box)
  const { counting, ...count } = useCounting(box, check.inBox)
  const scan = useBoxScan(box, check, why(phase) ?? (counting && t('short.no-scan')))
  const refused = !PRESSED.includes(phase) && earlier?.refusal ? new Refused(earlier.refusal) : null
  const failing = earlier !== undefined && queue.failing.has(earlier.key)

  const pack = (overruleReason?: string) => {
    rememberPerson(packer)
    // A person who presses again has read the previous refusal.
    if (earlier?.refusal) queue.dismiss(earlier.key)
    start(packer, {
      parcels: parcels ?? 1,
      overruleReason,
      short: counting?.short,
    })
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    field.leave()
    if (packer !== '' && phase === 'ready' && parcels !== null && !counting?.why) pack()
  }
  const problem = packing.problem ?? refused
  const packWhatIsThere = (shortages: readonly NamedShortage[]) => {
    count.beginFromStock(shortages)
    packing.forgetProblem()
    if (earlier?.refusal) queue.dismiss(earlier.key)
  }
  return {
    mayPackage,
    check,
    parcels,
    setParcels,
    field,
    packer,
    packing,
    printing,
    phase,
    failing,
    counting,
    count,
    scan,
    problem,
    pack,
    packWhatIsThere,
    submit,
  }
}

type OpenBoxProps = { box: Box; queue: DeviceActions; onClose: () => void; startsAtPress: boolean }

function OpenBox({ box, queue, onClose, startsAtPress }: OpenBoxProps) {
  const { check, field, packer, packing, phase, counting, count, scan, ...open } = useOpenBox(box, queue, onClose)
  const notice = <ScanNotice word={scan.word} clear={scan.clear} />
  return (
    <form onSubmit={open.submit} noValidate>
      <Stack gap="md">
        <BoxHead box={box} packaged={phase === 'done'} />
        <BoxContents
          box={box}
          inBox={check.inBox}
          tick={check.tick}
          tickable={OPEN.includes(phase) && counting === null}
          scanned={scan.scanned}
          counting={phase === 'ready' ? counting : null}
        />
        {phase === 'ready' && box.lines.length > 0 ? <MissingSwitch counting={counting} count={count} /> : null}
        {OPEN.includes(phase) ? (
          <div>
            <PackerName {...field} readOnly={PRESSED.includes(phase)} />
            <ParcelsField parcels={open.parcels} setParcels={open.setParcels} readOnly={PRESSED.includes(phase)} />
            <PrintSwitch {...open.printing} />
          </div>
        ) : (
          <>
            <PackagedBy name={box.packagedBy || (phase === 'waits' ? packer : '')} />
            {phase === 'waits' ? null : <PackedParcels key={box.parcels} order={box} />}
          </>
        )}
        <PackingProblem
          problem={open.problem}
          box={box}
          overrule={open.pack}
          packWhatIsThere={phase === 'ready' ? open.packWhatIsThere : null}
        />
        <div className={styles.foot}>
          {notice}
          <div role="status">
            {phase === 'waits' ? <WaitingNotice failing={open.failing} tryNow={queue.tryNow} /> : null}
          </div>
          <PackingSteps packing={packing} />
          {counting === null || phase !== 'ready' ? null : <RestNotice box={box} counting={counting} />}
          <Presses
            box={box}
            phase={phase}
            mayPackage={open.mayPackage}
            counting={counting}
            parcels={OPEN.includes(phase) ? open.parcels : box.parcels}
            nameless={packer === ''}
            startsHere={startsAtPress && packer !== ''}
            receive={scan.receive}
            notice={notice}
          />
        </div>
      </Stack>
    </form>
  )
}

/** Holds the packer's name, and whether its field was left. */
function usePackerField() {
  const person = usePerson()
  const [name, setName] = useState(() => (person === null ? personHere() : workerHere(person)))
  const [left, setLeft] = useState(false)
  return { name, setName, left, leave: () => setLeft(true) }
}

/** Packages the order. If the label is wanted, its window opens with the press and is filled when the order is packaged. */
function usePrintedPacking(box: Box, queue: DeviceActions, onClose: () => void) {
  const { t } = useTranslation('packaging')
  const [prints, setPrints] = usePrintWhenPackaged()
  const parcels = useRef(1)
  const label = useRef<ReturnType<typeof openWaitingWindow>>(null)
  const packing = usePacking(box, queue, {
    settled: () => label.current?.show(labelOf(box.id, parcels.current)),
    failed: () => label.current?.close(),
    close: onClose,
  })
  const start = (packer: string, more: PackedMore) => {
    // Browsers allow a new window only during a press, so it opens before the result is known.
    label.current = prints ? openWaitingWindow() : null
    if (prints && label.current === null) say.note(t('label.blocked'))
    parcels.current = more.parcels
    packing.start(packer, more)
  }
  return { packing, prints, setPrints, start }
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
          { label: t('dialog.address'), value: oneLineAddress({ address: box.address, city: box.city }) },
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

/** Says why the press waits on the device: for the connection, or because the server fails. */
function WaitingNotice({ failing, tryNow }: { failing: boolean; tryNow: () => void }) {
  const { t } = useTranslation('packaging')
  return (
    <Group className={styles.waits} wrap="nowrap" gap="sm">
      <Clock size={20} aria-hidden />
      <span>{t(failing ? 'failure.unknown' : 'waits.text')}</span>
      <Button variant="default" size="md" mih={48} onClick={tryNow}>
        {t('offline.try-now', { ns: 'frame' })}
      </Button>
    </Group>
  )
}

/** Whether the button that packages an order also prints its label. This tablet stores the choice. */
const usePrintWhenPackaged = () =>
  useLocalStorage({ key: 'print-when-packaged', defaultValue: false, getInitialValueInEffect: false })
