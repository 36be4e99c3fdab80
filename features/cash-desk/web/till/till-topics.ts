import { DEPOSITS_TOPIC, TILL_TOPIC } from '../../domain/till-contract.ts'

/** What changes the till. */
export const TILL_TOPICS = ['payments', 'cash-handovers', TILL_TOPIC, DEPOSITS_TOPIC]
