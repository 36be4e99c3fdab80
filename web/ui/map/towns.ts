/** The names of towns, for orientation on a map without tiles. */
import type { Point } from './point.ts'

export type Town = Point & {
  readonly greek: string
  readonly latin: string
  /** The zoom from which the name is shown. */
  readonly from: number
}

const town = (greek: string, latin: string, lat: number, lon: number, from: number): Town => ({
  greek,
  latin,
  lat,
  lon,
  from,
})

/** Large towns come first. Towns around Athens and Thessaloniki, and quarters of Athens, appear at a higher zoom. */
export const TOWNS: readonly Town[] = [
  town('Αθήνα', 'Athens', 37.9838, 23.7275, 5),
  town('Θεσσαλονίκη', 'Thessaloniki', 40.6401, 22.9444, 5),
  town('Πάτρα', 'Patras', 38.2466, 21.7346, 6),
  town('Ηράκλειο', 'Heraklion', 35.3387, 25.1442, 5),
  town('Λάρισα', 'Larissa', 39.639, 22.4191, 6),
  town('Ιωάννινα', 'Ioannina', 39.665, 20.8537, 6),
  town('Ρόδος', 'Rhodes', 36.4349, 28.2176, 6),
  town('Αλεξανδρούπολη', 'Alexandroupoli', 40.8476, 25.8743, 6),
  town('Καλαμάτα', 'Kalamata', 37.0389, 22.1142, 7),
  town('Χανιά', 'Chania', 35.5138, 24.018, 7),
  town('Κέρκυρα', 'Corfu', 39.6243, 19.9217, 7),
  town('Μυτιλήνη', 'Mytilene', 39.1067, 26.5553, 7),
  town('Βόλος', 'Volos', 39.3622, 22.942, 7),
  town('Καβάλα', 'Kavala', 40.9376, 24.4129, 7),
  town('Κοζάνη', 'Kozani', 40.3006, 21.789, 7),
  town('Τρίπολη', 'Tripoli', 37.5108, 22.3726, 7),
  town('Λαμία', 'Lamia', 38.9, 22.4333, 7),
  town('Ερμούπολη', 'Ermoupoli', 37.4449, 24.9433, 8),
  town('Χίος', 'Chios', 38.3678, 26.1358, 8),
  town('Πειραιάς', 'Piraeus', 37.943, 23.6469, 10),
  town('Περιστέρι', 'Peristeri', 38.0154, 23.6919, 12),
  town('Αιγάλεω', 'Aigaleo', 37.9908, 23.6819, 12),
  town('Καλλιθέα', 'Kallithea', 37.9553, 23.7022, 12),
  town('Νέα Σμύρνη', 'Nea Smyrni', 37.9455, 23.7137, 13),
  town('Ζωγράφου', 'Zografou', 37.9775, 23.7694, 12),
  town('Γαλάτσι', 'Galatsi', 38.0167, 23.7514, 12),
  town('Πλάκα', 'Plaka', 37.9725, 23.73, 13),
  town('Κολωνάκι', 'Kolonaki', 37.978, 23.744, 13),
  town('Παγκράτι', 'Pagrati', 37.9676, 23.748, 13),
  town('Αμπελόκηποι', 'Ampelokipoi', 37.9895, 23.759, 13),
  town('Κυψέλη', 'Kypseli', 38.0005, 23.7415, 13),
  town('Πατήσια', 'Patisia', 38.0225, 23.734, 13),
  town('Πετράλωνα', 'Petralona', 37.968, 23.7105, 13),
  town('Βοτανικός', 'Votanikos', 37.9835, 23.708, 13),
  town('Χαλάνδρι', 'Chalandri', 38.0214, 23.7985, 11),
  town('Μαρούσι', 'Marousi', 38.0567, 23.8083, 11),
  town('Κηφισιά', 'Kifissia', 38.0742, 23.8111, 12),
  town('Γλυφάδα', 'Glyfada', 37.8628, 23.7578, 11),
  town('Αχαρνές', 'Acharnes', 38.0833, 23.7333, 11),
  town('Καλαμαριά', 'Kalamaria', 40.5825, 22.9511, 11),
  town('Εύοσμος', 'Evosmos', 40.6706, 22.9083, 11),
]
