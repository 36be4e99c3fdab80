import { Button, Group, Stack, TagsInput, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { MapPin, X } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { placeLookups } from '#features/customers/domain/contract.ts'
import { PlacePicker } from '#web/ui/map/PlacePicker.tsx'
import { saveShippingLists, shippingLists } from '#features/settings/domain/contract.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { Refused } from '#kernel/refusal.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { type Point, showPoint } from '#web/ui/map/point.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'

type ListsDialogProps = { opened: boolean; onClose: () => void }
type Lists = OutputOf<typeof shippingLists>

/** Returns what another person has saved, with what this person has added and removed. */
const merged = (before: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] => [
  ...new Set([
    ...theirs.filter((name) => mine.includes(name) || !before.includes(name)),
    ...mine.filter((name) => !before.includes(name)),
  ]),
]

/** Edits the drivers without an account, the vehicles, and the start and end of routes. */
export function ListsDialog({ opened, onClose }: ListsDialogProps) {
  return opened ? <OpenedLists onClose={onClose} /> : null
}

function OpenedLists({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shipping')
  const { answer, lists, change, save, takeTheirs, saving, problem, conflict } = useLists(onClose)
  const [picking, picker] = useDisclosure(false)
  if (!lists)
    return (
      <Dialog opened onClose={onClose} title={t('lists.title')} size="lg">
        {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading />}
      </Dialog>
    )
  const point = lists.place && { lat: lists.place[0], lon: lists.place[1] }
  return (
    <>
      {/* The map is a dialog of its own, and the input here stays behind it. */}
      <Dialog opened={!picking} onClose={onClose} title={t('lists.title')} size="lg" closeOnClickOutside={false}>
        <Stack gap="md">
          <NameList kind="drivers" names={lists.drivers} change={(drivers) => change({ drivers })} />
          <NameList kind="vehicles" names={lists.vehicles} change={(vehicles) => change({ vehicles })} />
          <StartOfRoutes
            address={lists.address}
            point={point}
            pick={picker.open}
            forget={() => change({ place: null })}
          />
          {problem ? <RefusalText error={problem} /> : null}
          {conflict && answer.error ? <RefusalText error={answer.error} /> : null}
          <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            {conflict ? (
              <ActionButton pending={answer.isFetching} onClick={() => void takeTheirs()}>
                {t('action.refresh')}
              </ActionButton>
            ) : (
              <ActionButton pending={saving} onClick={save}>
                {t('action.save')}
              </ActionButton>
            )}
          </Group>
        </Stack>
      </Dialog>
      <PlacePicker
        lookups={placeLookups}
        opened={picking}
        onClose={picker.close}
        text={lists.address}
        start={point}
        onUse={(picked) => change({ place: [picked.point.lat, picked.point.lon] })}
      />
    </>
  )
}

/** The stored lists with the changes of this person. After a conflict the changes of both people are kept. */
function useLists(onSaved: () => void) {
  const { t } = useTranslation('shipping')
  // Without live updates, so that changes of another person do not appear under those of this person.
  const answer = useAsk(shippingLists, {}, { afresh: true })
  const [changed, setChanged] = useState<Partial<Lists>>({})
  const run = useRun(saveShippingLists, {
    onSuccess: () => {
      say.done(t('lists.saved'))
      onSaved()
    },
  })
  const before = answer.data
  const lists: Lists | undefined = before && { ...before, ...changed }

  const save = () => {
    if (!before || !lists) return
    const { drivers, vehicles, place } = lists
    const shown = { drivers: before.drivers, vehicles: before.vehicles, place: before.place }
    run.mutate({ drivers, vehicles, place, shown })
  }
  const takeTheirs = async () => {
    const { data: theirs } = await answer.refetch()
    if (!theirs || !before) return
    setChanged({
      ...changed,
      ...(changed.drivers && { drivers: merged(before.drivers, changed.drivers, theirs.drivers) }),
      ...(changed.vehicles && { vehicles: merged(before.vehicles, changed.vehicles, theirs.vehicles) }),
    })
    run.reset()
  }
  return {
    answer,
    lists,
    change: (next: Partial<Lists>) => setChanged({ ...changed, ...next }),
    save,
    takeTheirs,
    saving: run.isPending,
    problem: run.error,
    conflict: run.error instanceof Refused && run.error.refusal.kind === 'conflict',
  }
}

type NameListProps = { kind: 'drivers' | 'vehicles'; names: string[]; change: (names: string[]) => void }

function NameList({ kind, names, change }: NameListProps) {
  const { t } = useTranslation('shipping')
  return (
    <TagsInput
      label={t(`lists.${kind}`)}
      description={t(`lists.${kind}-hint`)}
      value={names}
      maxTags={200}
      splitChars={[',', ';']}
      acceptValueOnBlur
      // There is nothing to choose from, and an open list would take the first Escape.
      openOnFocus={false}
      onChange={change}
    />
  )
}

type StartOfRoutesProps = { address: string; point: Point | null; pick: () => void; forget: () => void }

/** The address at which routes start and end, and its place on the map. */
function StartOfRoutes({ address, point, pick, forget }: StartOfRoutesProps) {
  const { t } = useTranslation('shipping')
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {t('lists.start')}
      </Text>
      <Text size="sm">{address || t('lists.no-address')}</Text>
      <Group gap="xs">
        <Text size="sm" c="dimmed" className="figures">
          {point ? t('lists.placed', { point: showPoint(point) }) : t('lists.unplaced')}
        </Text>
        <Button size="compact-sm" variant="default" leftSection={<MapPin size={16} aria-hidden />} onClick={pick}>
          {t('action.pick-place')}
        </Button>
        {point ? (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<X size={16} aria-hidden />}
            onClick={forget}
          >
            {t('lists.forget')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}
