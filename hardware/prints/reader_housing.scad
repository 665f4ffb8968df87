// A flat box for one reader board, with a lid thin enough to read through and a ring to aim at.
// Measure your board: the makers differ by a millimetre. The defaults are a common MFRC522 board;
// a PN532 of the square kind: board_length = 43, board_width = 41, coil_from_end = 21.

board_length = 60;
board_width = 40;
board_height = 4;       // the board with what is soldered on it
plug_length = 16;       // room for the sockets on its pin header, at the end away from the coil
coil_from_end = 20;     // from the far end of the board to the middle of its coil
play = 0.5;
wall = 2;
floor_height = 1.6;
lid_height = 1.2;       // between coil and foot: every millimetre costs reach
lip = 2;                // how deep the lid reaches in
ring = 32;              // the mark on the lid, as wide as a foot
ring_depth = 0.4;
cable_width = 14;
part = "both";          // or "box", "lid"

$fn = 96;

inner_length = board_length + plug_length + 2 * play;
inner_width = board_width + 2 * play;
inner_height = board_height + lip + 1;
outer_length = inner_length + 2 * wall;
outer_width = inner_width + 2 * wall;

assert(ring_depth < lid_height - 0.5, "the lid gets too thin under its ring");

module block(length, width, height, corner = 3) {
    linear_extrude(height)
        translate([corner, corner]) offset(r = corner) square([length - 2 * corner, width - 2 * corner]);
}

module box() {
    difference() {
        block(outer_length, outer_width, floor_height + inner_height);
        translate([wall, wall, floor_height]) block(inner_length, inner_width, inner_height + 1, 1);
        translate([outer_length - 2 * wall, (outer_width - cable_width) / 2, floor_height + 1])
            cube([3 * wall, cable_width, inner_height]);
    }
    // two ribs under the board, clear of its coil
    for (x = [2, board_length - 6])
        translate([wall + play + x, wall, floor_height - 0.1]) cube([3, inner_width, 1.1]);
}

module lid() {
    difference() {
        block(outer_length, outer_width, lid_height);
        translate([wall + play + coil_from_end, outer_width / 2, -1])
            difference() {
                cylinder(d = ring + 1.2, h = 1 + ring_depth);
                cylinder(d = ring, h = 1 + ring_depth);
            }
    }
    // printed with its face down; the lip goes into the box
    translate([wall + play, wall + play, lid_height - 0.1])
        difference() {
            block(inner_length - 2 * play, inner_width - 2 * play, lip + 0.1, 1);
            translate([wall, wall, -1])
                block(inner_length - 2 * play - 2 * wall, inner_width - 2 * play - 2 * wall, lip + 3, 1);
        }
}

if (part != "lid") box();
if (part != "box") translate([0, part == "both" ? outer_width + 6 : 0, 0]) lid();
