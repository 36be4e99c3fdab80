import { UsersRound } from '#web/ui/icon/icons.ts'
import { showNames } from '#web/format.ts'
import { useOthers } from '#web/live/presence.ts'
import styles from './mark.module.css'

export type OthersHereProps = {
  /** The place and the record as in `useHere`. */
  place: string
  id: number
  /** Returns the sentence with the names of one or more people. */
  sentence: (names: string, count: number) => string
  /** True if a screen reader reads it out as soon as somebody comes. */
  aloud?: boolean
}

/** Says who else has a record open at this moment. Shows nothing if nobody has. */
export function OthersHere({ place, id, sentence, aloud = false }: OthersHereProps) {
  const others = useOthers(place, id)
  const mark =
    others.length === 0 ? null : (
      <span className={styles.people} data-others-here>
        <UsersRound size={14} aria-hidden />
        {sentence(showNames(others), others.length)}
      </span>
    )
  return aloud ? <span role="status">{mark}</span> : mark
}
