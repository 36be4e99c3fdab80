/** Declares what the feature delivery-notes adds to the server. */
import { MOST_TRIES } from '#features/invoicing/domain/document.ts'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { MOVEMENT_FORM } from '#features/shipping/domain/stops/note-duty.ts'
import { SYSTEM } from '#server/command.ts'
import { feature } from '#server/feature.ts'
import { unknownEvents, unknownNotes } from './after-restore.ts'
import { repeatEventCommand, settleEventCommand } from './events/end-events.ts'
import { lookAtEvents, REPORT_OFTEN, reportWork } from './events/report-events.ts'
import { REPORT_JOB } from './events/stored-events.ts'
import { announceMovement } from './events/write-events.ts'
import { wrongEvents } from './events/wrong-events.ts'
import { issueAgainCommand, issueNotesCommand, SEND_NOTE_JOB } from './issue-notes.ts'
import { notesRefusedOnTheWay } from './refused-on-the-way.ts'
import { announceMissingReturns } from './missing-returns.ts'
import { notePaperMaker } from './note-paper.ts'
import { notesOfShipmentQuery, noteXmlDownload } from './queries.ts'
import { refuseDuty } from './refuse-duty.ts'
import { noteIdOf, sendNote } from './send-note.ts'
import {
  askNoteCommand,
  giveUpNote,
  importNoteAnswerCommand,
  leaveWithoutMarkCommand,
  settleNoteLookup,
  withdrawNoteCommand,
} from './settle-by-hand.ts'
import { owns } from './tables.ts'

export const deliveryNotes = feature({
  name: 'movement',
  owns,
  notifiedOf: { 'goods-codes': shippingRights.view, 'delivery-notes': shippingRights.view },
  commands: [
    issueNotesCommand,
    issueAgainCommand,
    askNoteCommand,
    leaveWithoutMarkCommand,
    importNoteAnswerCommand,
    withdrawNoteCommand,
    repeatEventCommand,
    settleEventCommand,
  ],
  queries: [notesOfShipmentQuery],
  lookups: [settleNoteLookup],
  announces: [announceMovement, announceMissingReturns],
  facts: [wrongEvents, notesRefusedOnTheWay],
  schedules: [REPORT_OFTEN],
  papers: [notePaperMaker],
  downloads: [noteXmlDownload],
  settings: [{ ...MOVEMENT_FORM, right: settingsRights.write, refuses: refuseDuty }],
  restoring: [unknownNotes, unknownEvents],
  jobs: ({ runner, outside }) => ({
    [REPORT_JOB]: reportWork({ runner, outside }),
    [REPORT_OFTEN.kind]: lookAtEvents({ runner, outside }),
    [SEND_NOTE_JOB]: {
      run: sendNote(runner, outside),
      onAbandoned: (payload) => runner.work(SYSTEM, 'movement.gave-up', (work) => giveUpNote(work, noteIdOf(payload))),
      atOnce: 4,
      tries: MOST_TRIES,
    },
  }),
})
