import { Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { MapPin, Search } from '#web/ui/icon/icons.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundPlace, PlaceLookups } from '#kernel/places.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PlaceMap } from '#web/ui/map/PlaceMap.tsx'
import { ATHENS, HOUSE, type Point, STREETS, showPoint } from '#web/ui/map/point.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import styles from './place-picker.module.css'
import { lineOf, type PickedPlace } from './picked-place.ts'

type PlacePickerProps = {
  /** The look-ups of a feature that the person may use. */
  lookups: PlaceLookups
  opened: boolean
  onClose: () => void
  /** The typed address, which is the first search text. */
  text: string
  /** The present place of the address, or null. */
  start: Point | null
  onUse: (picked: PickedPlace) => void
}

/** Chooses the place of an address by a search, by a press on the map, or by dragging the pin. */
export function PlacePicker({ opened, onClose, ...rest }: PlacePickerProps) {
  const { t } = useTranslation('frame')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('place-picker.title')} size={860} closeOnClickOutside={false}>
      <Picker onClose={onClose} {...rest} />
    </Dialog>
  )
}

function Picker({ lookups, onClose, text, start, onUse }: Omit<PlacePickerProps, 'opened'>) {
  const { t } = useTranslation('frame')
  const [question, setQuestion] = useState(text)
  const find = useRun(lookups.findPlaces)
  const { point, chosen, found, view, mark, choose, asking, error } = usePin(lookups, start)

  const search = () => {
    if (question.trim() !== '' && !find.isPending) find.mutate({ text: question })
  }
  const use = (what: FoundPlace | null) => {
    if (point === null) return
    onUse({ point, found: what })
    onClose()
  }
  return (
    <Stack gap="sm">
      <SearchField question={question} setQuestion={setQuestion} pending={find.isPending} search={search} />
      <Answers
        places={find.data?.places}
        chosen={chosen}
        choose={choose}
        problem={find.error ? <Unavailable error={find.error} retry={search} /> : null}
      />
      <PlaceMap
        label={t('place-picker.map')}
        height="min(40vh, 380px)"
        centre={view.centre}
        zoom={view.zoom}
        pins={point ? [{ key: 'place', ...point, title: t('place-picker.pin'), movable: true }] : []}
        onPress={mark}
        onMovePin={(_, next) => mark(next)}
      />
      <Text size="xs" c="dimmed">
        {t('place-picker.hint')} <span className={styles.keys}>{t('place-picker.keys')}</span>
      </Text>
      <Picked
        point={point}
        found={found}
        asking={asking}
        problem={error && point ? <Unavailable error={error} retry={() => mark(point)} /> : null}
      />
      <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        {/* The person may have moved only the pin, for an address that was typed by hand. */}
        {text !== '' && chosen === null && found !== null && point !== null ? (
          <Button variant="default" onClick={() => use(null)}>
            {t('place-picker.keep-text')}
          </Button>
        ) : null}
        <ActionButton
          closed={point === null ? t('place-picker.no-point') : asking ? t('place-picker.asking') : null}
          onClick={() => use(found)}
        >
          {t(found === null && point !== null && !asking ? 'place-picker.use-point' : 'place-picker.use')}
        </ActionButton>
      </Group>
    </Stack>
  )
}

/**
 * The pin on the map. `mark` puts it on a point and asks which address is there; `choose` puts it on a place that the
 * search found. `found` is the address of the pin, or null if it is not known.
 */
function usePin(lookups: PlaceLookups, start: Point | null) {
  const [point, setPoint] = useState(start)
  const [chosen, setChosen] = useState<FoundPlace | null>(null)
  const [view, setView] = useState({ centre: start ?? ATHENS, zoom: start ? HOUSE : STREETS })
  const at = useRun(lookups.placeAt)
  const mark = (next: Point) => {
    setPoint(next)
    setChosen(null)
    at.mutate({ lat: next.lat, lon: next.lon })
  }
  const choose = (place: FoundPlace) => {
    const next = { lat: place.lat, lon: place.lon }
    at.reset()
    setChosen(place)
    setPoint(next)
    setView({ centre: next, zoom: HOUSE })
  }
  const found = chosen ?? at.data?.places[0] ?? null
  return { point, chosen, found, view, mark, choose, asking: at.isPending, error: at.error }
}

type SearchFieldProps = { question: string; setQuestion: (text: string) => void; pending: boolean; search: () => void }

function SearchField({ question, setQuestion, pending, search }: SearchFieldProps) {
  const { t } = useTranslation('frame')
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        className={surfaces.grow}
        label={t('place-picker.search')}
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          search()
        }}
        autoComplete="off"
        maxLength={300}
        data-autofocus
      />
      <ActionButton
        variant="default"
        leftSection={<Search size={16} aria-hidden />}
        closed={question.trim() === '' ? t('place-picker.no-question') : null}
        pending={pending}
        onClick={search}
      >
        {t('action.search')}
      </ActionButton>
    </Group>
  )
}

type AnswersProps = {
  places: readonly FoundPlace[] | undefined
  chosen: FoundPlace | null
  choose: (place: FoundPlace) => void
  problem: ReactNode
}

/** The places that a search found; `places` is undefined before the first answer. */
function Answers({ places, chosen, choose, problem }: AnswersProps) {
  const { t } = useTranslation('frame')
  return (
    <div aria-live="polite" className={styles.answers}>
      {problem}
      {places?.length === 0 ? <Text size="sm">{t('place-picker.nothing')}</Text> : null}
      {places && places.length > 0 ? (
        <ul className={styles.results} aria-label={t('place-picker.results')}>
          {places.map((place) => (
            <li key={`${place.lat} ${place.lon} ${place.name}`}>
              <UnstyledButton className={styles.result} aria-pressed={chosen === place} onClick={() => choose(place)}>
                <MapPin size={16} aria-hidden />
                {place.name}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

type PickedProps = { point: Point | null; found: FoundPlace | null; asking: boolean; problem: ReactNode }

/** The place of the pin, and the address there if the service knows one. */
function Picked({ point, found, asking, problem }: PickedProps) {
  const { t } = useTranslation('frame')
  return (
    <Stack gap={2} aria-live="polite" className={styles.picked} data-picked>
      {point === null ? null : (
        <>
          <Text size="sm" fw={600}>
            {found ? lineOf(found) : t(asking ? 'place-picker.asking' : 'place-picker.only-point')}
          </Text>
          <Text size="sm" c="dimmed" className="figures">
            {showPoint(point)}
          </Text>
        </>
      )}
      {problem}
    </Stack>
  )
}

/** Shown when the address service does not answer. The map and the fields still work. */
function Unavailable({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation('frame')
  return (
    <Stack gap={4}>
      <RefusalText error={error} retry={retry} />
      <Text size="sm">{t('place-picker.without')}</Text>
    </Stack>
  )
}
