// A foot that a stand is pushed into: nothing is glued to a piece of 1994.
// From above: the stand, the tag's sticker, the floor, the label with the level, readable from below.
// Measure your stand and set the first three numbers; print one and try before you print sixteen.

stand = "round";        // the stand's outline: "round" or "oblong"
stand_width = 28;       // across; of a round one the diameter
stand_depth = 28;       // the other way; of no meaning for a round one
stand_rim = 3;          // how high the foot grips it

tag = 25;               // the sticker's diameter
label = 20;             // the diameter of the label's paper
play = 0.3;             // air around the stand, the tag and the label
wall = 1.6;
floor_height = 1.6;     // of which the two recesses take their part
tag_recess = 0.3;
label_recess = 0.3;
grip = 0.5;             // how far the three noses reach in
notch = 10;             // where a finger nail lifts the stand out
part = "foot";          // or "section": the foot cut in two, to look at

$fn = 96;

inner_width = max(stand_width, tag) + 2 * play;
inner_depth = stand == "round" ? inner_width : max(stand_depth, tag) + 2 * play;
outer_width = inner_width + 2 * wall;
outer_depth = inner_depth + 2 * wall;
height = floor_height + stand_rim;

assert(tag_recess + label_recess <= floor_height - 0.6, "the floor gets too thin between the recesses");

module outline(width, depth) {
    if (stand == "round") circle(d = width);
    else offset(r = 3) square([width - 6, depth - 6], center = true);
}

module noses() {
    for (angle = [30, 150, 270])
        rotate(angle)
            translate([stand == "round" ? inner_width / 2 : 0, 0, floor_height + stand_rim - 1])
                intersection() {
                    sphere(r = wall, $fn = 16);
                    translate([-grip, -wall, -wall]) cube([grip + wall / 2, 2 * wall, wall + 1]);
                }
}

module foot() {
    difference() {
        linear_extrude(height) outline(outer_width, outer_depth);
        translate([0, 0, floor_height]) linear_extrude(height) outline(inner_width, inner_depth);
        translate([0, 0, floor_height - tag_recess]) cylinder(d = tag + 2 * play, h = height);
        translate([0, 0, -1]) cylinder(d = label + 2 * play, h = 1 + label_recess);
        translate([-notch / 2, 0, floor_height]) cube([notch, outer_depth, height]);
    }
    if (stand == "round") noses();
}

if (part == "section") projection(cut = true) rotate([-90, 0, 0]) foot();
else foot();
