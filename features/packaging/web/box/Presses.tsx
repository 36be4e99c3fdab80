import { ActionIcon, Button } from '@mantine/core'
import { Camera, Check, PackageMinus, PackagePlus, Printer } from '#web/ui/icon/icons.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusal } from '#kernel/refusal.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { openPrintWindow } from '#web/ui/paper/print-window.ts'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { CameraDialog } from '#web/ui/scan/CameraDialog.tsx'
import type { BoxPhase } from '../../domain/box-phase.ts'
import { MOST_PARCELS } from '#kernel/parcel-code.ts'
import type { Box } from '../../domain/contract.ts'
import styles from '../packaging.module.css'
import type { Counting, CountingState } from './counting.ts'

/** The phases in which the packer's name can still be seen as a field. */
export const OPEN: readonly BoxPhase[] = ['ready', 'sending', 'done']
/** The phases in which a press of this dialog has been made. */
export const PRESSED: readonly BoxPhase[] = ['sending', 'done']

/** Returns the address of the labels of an order with this number of parcels. */
export const labelOf = (id: number, parcels: number): string =>
  `/packaging-label/${id}${parcels === 1 ? '' : `?parcels=${parcels}`}`

/** Returns a function that says why an order in a phase takes neither scans nor a press, or null if it does. */
export function useWhyClosed(box: Box): (phase: BoxPhase) => string | null {
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

type PressesProps = {
  box: Box
  phase: BoxPhase
  mayPackage: boolean
  /** The quantities while less than ordered is packed, or null. */
  counting: Counting | null
  /** The number of parcels, or null while the field holds none. */
  parcels: number | null
  /** True while no packer is named. */
  nameless: boolean
  /** True if the focus begins at the button that packages the order. */
  startsHere?: boolean
  receive: (codes: readonly string[]) => void
  /** The message about the last scan, shown over the camera too. */
  notice: ReactNode
}

/** Shows the buttons: the camera as a scanner, the label, and the one that completes the order. */
export function Presses(props: PressesProps) {
  const { box, phase, mayPackage, counting, parcels, nameless, startsHere = false, receive, notice } = props
  const { t } = useTranslation('packaging')
  const why = useWhyClosed(box)
  const [camera, setCamera] = useState(false)
  const open = nameless
    ? t('refusal.name-required')
    : parcels === null
      ? t('parcels.missing', { most: MOST_PARCELS })
      : (counting?.why ?? null)
  const closed = phase === 'ready' ? open : phase === 'sending' ? null : why(phase)
  return (
    <div className={styles.presses}>
      {OPEN.includes(phase) && !counting && 'mediaDevices' in navigator ? (
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
      {/* A label would show more than is in the box. */}
      {counting ? null : (
        <Button
          size="lg"
          variant="default"
          leftSection={<Printer size={20} aria-hidden />}
          onClick={() => {
            if (!openPrintWindow(labelOf(box.id, parcels ?? 1))) say.note(t('label.blocked'))
          }}
        >
          {t('action.print-label')}
        </Button>
      )}
      {mayPackage ? (
        <ActionButton
          type="submit"
          size="lg"
          data-autofocus={startsHere || undefined}
          pending={phase === 'sending'}
          leftSection={<Check size={20} aria-hidden />}
          closed={closed}
        >
          {counting !== null && counting.short.length > 0 ? t('short.press') : t('action.packaged')}
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

type MissingSwitchProps = { counting: Counting | null; count: Pick<CountingState, 'begin' | 'end'> }

/** Begins to enter how much of each product is in the box, and goes back to packaging everything. */
export function MissingSwitch({ counting, count }: MissingSwitchProps) {
  const { t } = useTranslation('packaging')
  const Icon = counting === null ? PackageMinus : PackagePlus
  return (
    <Button
      size="md"
      mih={48}
      variant="default"
      style={{ alignSelf: 'start' }}
      leftSection={<Icon size={20} aria-hidden />}
      onClick={counting === null ? count.begin : count.end}
    >
      {counting === null ? t('short.missing') : t('short.all-there')}
    </Button>
  )
}
