/** Declares what the feature receiving adds to the server. */
import { feature } from '#server/feature.ts'
import { RECEIVING_PAGE, RECEIVING_TOPIC, listNotes, SHOWN } from '../domain/contract.ts'
import { receivingRights } from '../domain/rights.ts'
import { keptAnswers } from './after-restore.ts'
import { confirmNoteCommand, rejectNoteCommand, withdrawAnswerCommand } from './answer-note.ts'
import { enterInvoiceLookup } from './enter-invoice.ts'
import { FETCH_JOB, fetchNightly, fetchNotesLookup, fetchStateQuery, fetchWork } from './fetch-notes.ts'
import { findByQrLookup } from './find-by-qr.ts'
import { countNotesQuery, countShownQuery, listNotesQuery, receivedNoteQuery } from './queries.ts'
import { ANSWER_JOB, ANSWER_OFTEN, answerWork, lookAtAnswers } from './send-answer.ts'
import { urgentNotes } from './urgent-notes.ts'
import { owns } from './tables.ts'

export const receiving = feature({
  name: 'receiving',
  owns,
  rights: receivingRights,
  entities: [{ name: RECEIVING_TOPIC, read: receivingRights.read }],
  commands: [confirmNoteCommand, rejectNoteCommand, withdrawAnswerCommand],
  queries: [listNotesQuery, countNotesQuery, countShownQuery, receivedNoteQuery, fetchStateQuery],
  lookups: [fetchNotesLookup, findByQrLookup, enterInvoiceLookup],
  facts: [urgentNotes],
  schedules: [fetchNightly, ANSWER_OFTEN],
  restoring: [keptAnswers],
  lists: [{ name: 'received-notes', list: listNotes, page: RECEIVING_PAGE, choices: { show: SHOWN } }],
  jobs: (parts) => ({
    [FETCH_JOB]: fetchWork(parts),
    [ANSWER_JOB]: answerWork(parts),
    [ANSWER_OFTEN.kind]: lookAtAnswers(parts),
  }),
})
