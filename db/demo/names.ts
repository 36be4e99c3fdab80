/** Greek words for the names of customers, each with its Latin form for e-mail addresses. */
export type Word = readonly [greek: string, latin: string]

const words = (text: string): Word[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split('=') as unknown as Word)

/** Family names in the masculine nominative. */
export const FAMILY_NAMES = words(`
  Παπαδόπουλος=papadopoulos
  Γεωργίου=georgiou
  Νικολάου=nikolaou
  Οικονόμου=oikonomou
  Καραγιάννης=karagiannis
  Βλάχος=vlachos
  Αντωνόπουλος=antonopoulos
  Μακρής=makris
  Κωνσταντινίδης=konstantinidis
  Δημητρίου=dimitriou
  Παπαγεωργίου=papageorgiou
  Σαμαράς=samaras
  Ζαχαριάδης=zachariadis
  Λάμπρου=lamprou
  Ιωαννίδης=ioannidis
  Θεοδωρόπουλος=theodoropoulos
  Αναγνώστου=anagnostou
  Ξανθόπουλος=xanthopoulos
  Ψαρράς=psarras
  Χατζηδάκης=chatzidakis
  Μαυρομάτης=mavromatis
  Τσιμπούκης=tsimpoukis
  Ραφτόπουλος=raftopoulos
  Κοντογιάννης=kontogiannis
  Σταματόπουλος=stamatopoulos
  Ευσταθίου=efstathiou
  Φωτόπουλος=fotopoulos
  Καλογεράκης=kalogerakis
  Μπακάλης=bakalis
  Ντούνης=dounis`)

export const FIRST_NAMES = words(`
  Γεώργιος=georgios
  Ιωάννης=ioannis
  Κωνσταντίνος=konstantinos
  Δημήτριος=dimitrios
  Νικόλαος=nikolaos
  Παναγιώτης=panagiotis
  Βασίλειος=vasileios
  Χρήστος=christos
  Αθανάσιος=athanasios
  Μιχαήλ=michail
  Ευάγγελος=evangelos
  Σπυρίδων=spyridon
  Αντώνιος=antonios
  Αναστάσιος=anastasios
  Θεόδωρος=theodoros`)

export const TAVERNS = words(`
  Ο Πλάτανος=platanos
  Η Αίγλη=aigli
  Το Κατώφλι=katofli
  Η Γιαγιά Μαρίκα=marika
  Το Στέκι του Ψαρά=psaras
  Ο Κήπος=kipos
  Η Αυλή=avli
  Τα Δύο Αδέλφια=dyo-adelfia
  Το Λιμανάκι=limanaki
  Ο Νοστιμότατος=nostimotatos
  Η Μουριά=mouria
  Το Μπαλκόνι=balkoni
  Ο Μύλος=mylos
  Η Ωραία Θέα=oraia-thea
  Το Παλιό Καφενείο=palio-kafeneio
  Η Κληματαριά=klimataria
  Το Αλάτι=alati
  Ο Βράχος=vrachos
  Η Παράγκα=paranga
  Το Χειμωνιάτικο=cheimoniatiko`)

export const BARS = words(`
  Κερί και Κρασί=keri-krasi
  Φεγγάρι=feggari
  Λυχνία=lychnia
  Μεσονύκτιο=mesonyktio
  Σκιά=skia
  Ηλιοβασίλεμα=iliovasilema
  Αστερισμός=asterismos
  Θερινό=therino`)

export const HOTELS = words(`
  Ποσειδών=poseidon
  Αμαρυλλίς=amaryllis
  Ωκεανίς=okeanis
  Αρχοντικό Μελίνας=melina
  Ακρόπολις Θέα=akropolis-thea
  Γαλήνη=galini
  Ξενία=xenia
  Κύματα=kymata
  Θαλασσινή Αύρα=thalassini-avra
  Βυζάντιο=vyzantio
  Ελαιώνας=elaionas
  Νηρηίδες=niriides
  Λευκός Πύργος=lefkos-pyrgos
  Αίολος=aiolos`)

export const CHURCHES = words(`
  Αγίου Νικολάου=agios-nikolaos
  Αγίου Δημητρίου=agios-dimitrios
  Κοιμήσεως της Θεοτόκου=koimisi
  Αγίας Παρασκευής=agia-paraskevi
  Αγίων Αναργύρων=agioi-anargyroi
  Ευαγγελίστριας=evangelistria
  Προφήτου Ηλιού=profitis-ilias
  Αγίου Σπυρίδωνος=agios-spyridon
  Μεταμορφώσεως του Σωτήρος=metamorfosi
  Αγίας Τριάδος=agia-triada
  Ταξιαρχών=taxiarches
  Αγίου Γεωργίου=agios-georgios`)

export const SHOPS = words(`
  Φως και Άρωμα=fos-aroma
  Το Δωράκι=doraki
  Μέλισσα=melissa
  Ανθέμιο=anthemio
  Η Λαμπάδα=lampada
  Βυζαντινή Τέχνη=vyzantini-techni
  Αρμονία Σπιτιού=armonia
  Ρόδι=rodi
  Κεράκι=keraki
  Λιβάνι=livani
  Το Παζάρι=pazari
  Μικρές Στιγμές=mikres-stigmes`)
