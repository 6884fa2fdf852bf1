// A menu of what applications offer here: first Activities to launch, then their commands.
import { CommandType } from "@antechamber/contract/command-types";
import { useActor } from "./acting.ts";
import { useCommandIndex, type Typed } from "./app-commands.ts";
import { MenuButton, type MenuItem } from "../parts/menu.tsx";
import { placeOf, useSession } from "./session/use-session.ts";
import { runLine } from "./test-lines.ts";

export function Launcher({ chooseCommand }: { readonly chooseCommand: (typed: Typed) => void }) {
  const { act, user, channel } = useActor();
  const session = useSession();
  const { typed, others, applications } = useCommandIndex();
  const nameOf = (id: string) => applications.get(id) ?? "app";
  const items = (): readonly MenuItem[] => [
    ...others
      .filter(({ type }) => type === CommandType.PRIMARY_ENTRY_POINT)
      .map(({ id, name, name_localized: shown, application_id: application }) => ({
        label: `Launch ${shown} · ${nameOf(application)}`,
        run: () => {
          const place = placeOf(session.seen(), channel);
          const line = runLine(user, place, { path: name, values: {} });
          void act("control.invoke", { application, channel, command: id }, line);
        },
      })),
    ...typed.map((each, i) => ({
      label: `/${each.shownPath} · ${nameOf(each.command.application_id)}`,
      isFirstOfGroup: i === 0,
      run: () => chooseCommand(each),
    })),
  ];
  if (typed.length + others.length === 0) return null;
  return (
    <MenuButton label="Apps" items={items}>
      Apps
    </MenuButton>
  );
}
