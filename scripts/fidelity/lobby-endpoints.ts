// Sections 4 and 4.1 of the requirement sheet: endpoints in general, and those of lobbies.
import { testsOf, type Section } from "./row.ts";

const lobbies = testsOf("packages/server/src/domains/lobbies/handlers.test.ts");
const joining = testsOf("packages/server/src/domains/lobbies/joining.test.ts");
const everyAnswer = testsOf("packages/server/src/transports/http/every-answer.test.ts");

const bodies = testsOf("packages/server/src/transports/http/request-body.test.ts");

export const endpoints: Section = {
  number: "4",
  title: "Endpoints",
  rows: [
    {
      at: "paths",
      says: "Paths follow the root with its version.",
      by: ["packages/server/src/transports/http/routes.ts"],
      proofs: [testsOf("packages/server/src/transports/http/server.test.ts")("%s is served")],
      grade: "sheet",
    },
    {
      at: "bodies",
      says: "JSON where nothing else is said.",
      by: ["packages/server/src/transports/http/request-body.ts", "InvalidJson"],
      proofs: [
        bodies("is read as JSON, unknown fields left out"),
        bodies("is refused with 50109 when it is not JSON"),
      ],
      grade: "sheet",
    },
    {
      at: "callers",
      says: "Every endpoint asks for a credential, as section 5 says.",
      by: ["packages/server/src/transports/http/authenticate.ts"],
      proofs: [
        testsOf("packages/server/src/transports/http/credential-matrix.test.ts")(
          "%s lets in and refuses as it is declared",
        ),
      ],
      grade: "sheet",
    },
  ],
};

export const lobbyEndpoints: Section = {
  number: "4.1",
  title: "Endpoints of lobbies",
  rows: [
    {
      at: "Create lobby",
      says: "Makes a lobby with its members, closed to joining and leaving.",
      by: ["lobbies.create"],
      proofs: [
        lobbies("keeps what is said, the last entry for each member, and adds nobody else"),
        joining("is refused in a lobby of the back end, members and strangers alike"),
      ],
      grade: "sheet",
    },
    {
      at: "Edit lobby",
      says: "Answers the lobby as it is then.",
      by: ["lobbies.edit"],
      proofs: [lobbies("keeps what is omitted, replaces what is given, and clears by null")],
      grade: "sheet",
    },
    {
      at: "Delete lobby",
      says: "Answers nothing, and a second time too.",
      by: ["lobbies.delete", "LOBBY_DELETE"],
      proofs: [lobbies("takes its members along, tells them, and succeeds again")],
      grade: "sheet",
    },
    {
      at: "Get lobby",
      says: "Answers a lobby that is there.",
      by: ["lobbies.get", "UnknownLobby"],
      proofs: [
        testsOf("tests/journeys/lobby.test.ts")(
          "a lobby is created, filled, read, changed and deleted",
        ),
        lobbies("is unknown to every call but the deletion of what never was"),
      ],
      grade: "sheet",
    },
    {
      at: "Add user",
      says: "Answers the member, and changes who is one already.",
      by: ["lobbies.addMember", "LOBBY_MEMBER_ADD", "LOBBY_MEMBER_UPDATE"],
      proofs: [
        lobbies("answers the member with defaults, or with what was given"),
        lobbies("updates one who is there: omitted stays, null resets"),
      ],
      grade: "sheet",
    },
    {
      at: "Remove user",
      says: "Answers nothing, and a second time too; fails without a lobby.",
      by: ["lobbies.removeMember", "UnknownLobby"],
      proofs: [
        lobbies("tells them of the lobby's end and the others of the member, once"),
        lobbies("is unknown to every call but the deletion of what never was"),
      ],
      grade: "sheet",
    },
    {
      at: "status codes",
      says: "201 for a new lobby, 200 with a body, 204 without one.",
      by: ["lobbies.create", "lobbies.edit", "lobbies.delete"],
      proofs: [
        lobbies("answers 201 with an empty lobby when nothing is said"),
        everyAnswer("every endpoint answers as it declares and as the machine specification says"),
      ],
      grade: "machine specification",
    },
  ],
};
